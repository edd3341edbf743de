import Glibc

/// Finds entries that are lines, or end with a zero byte.
///
/// Empty lines and lines that start with `#` are skipped, and trailing blanks and carriage returns
/// are removed. Entries that end with a zero byte are taken unchanged, because a name may contain
/// any of these.
package struct LineScanner {
  package static let newline = UInt8(ascii: "\n")

  /// The byte that ends an entry.
  let separator: UInt8
  /// Whether an entry may begin with a title line.
  private let hasTitles: Bool
  /// Whether an empty line ends a section.
  private let hasGroups: Bool
  /// Whether there was an empty line since the latest entry.
  private var isBehindGap = false
  private var hasEntries = false

  package init(separator: UInt8 = newline, hasTitles: Bool = false, hasGroups: Bool = true) {
    self.separator = separator
    self.hasTitles = hasTitles
    self.hasGroups = hasGroups
  }

  /// Finds the complete entries in a text.
  ///
  /// - Parameters:
  ///   - text: text that begins at the start of an entry.
  ///   - isEnd: whether this is the end of the list.
  /// - Returns: the number of bytes that need not be scanned again.
  package mutating func scan(
    _ text: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout EntryBatch
  ) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var start = 0
    var titleStart: Int?
    while start < text.count {
      var end = text.count
      if let separator = memchr(base + start, Int32(separator), text.count - start) {
        end = UnsafeRawPointer(separator) - base
      } else if !isEnd {
        break
      }
      if hasTitles, isTitle(text, start, end) {
        titleStart = start
      } else if let last = lastByte(of: text, start, end) {
        add((titleStart ?? start)..<last + 1, to: &batch)
        titleStart = nil
      }
      start = end + 1
    }
    return min(isEnd ? start : titleStart ?? start, text.count)
  }

  /// Returns the offset of an entry's last byte; nil if there is no entry.
  private mutating func lastByte(of text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int?
  {
    guard end - start <= ListFormat.longestEntry else { return nil }
    guard separator == Self.newline else { return end > start ? end - 1 : nil }
    if start < end, text[start] == UInt8(ascii: "#") { return nil }
    var last = end - 1
    while last >= start, text[last].isTrailingBlank { last -= 1 }
    guard last < start else { return last }
    isBehindGap = hasGroups
    return nil
  }

  private mutating func add(_ range: Range<Int>, to batch: inout EntryBatch) {
    if isBehindGap {
      if hasEntries { batch.sectionStarts.append(batch.ranges.count) }
      isBehindGap = false
    }
    hasEntries = true
    batch.ranges.append(range)
  }

  private func isTitle(_ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    end - start <= ListFormat.longestEntry && text[start..<end].starts(with: Playlist.titleMark)
  }
}

extension UInt8 {
  /// Whether it is a blank that editors and other systems leave at the end of a line.
  var isTrailingBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
