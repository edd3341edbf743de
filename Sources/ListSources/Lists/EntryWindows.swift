/// A cache of the parts of a list's text that were read again for an entry.
///
/// Neighboring entries are requested together, so the latest parts are kept.
struct EntryWindows {
  private static let mostKept = 16
  /// The maximum size of a window to keep; only very long entries exceed it.
  private static let mostBytesKept = 4 * EntryIndex.window.bytes

  /// The windows, most recent first.
  private var windows: [EntryWindow] = []

  /// Returns the bytes of an entry; nil if the text no longer contains it.
  ///
  /// - Parameters:
  ///   - scanner: a scanner at the start of an entry.
  ///   - index: returns the span of the entry; called only if no window contains it.
  mutating func entry(
    _ number: Int, of text: any ListText, by scanner: ListScanner,
    in index: () -> EntryIndex.Span?
  ) -> ArraySlice<UInt8>? {
    if let place = windows.firstIndex(where: { $0.entry(number) != nil }) {
      if place > 0 { windows.insert(windows.remove(at: place), at: 0) }
      return windows[0].entry(number)
    }
    guard let span = index() else { return nil }
    let window = EntryWindow(span, of: text, by: scanner)
    windows.removeAll { $0.first == window.first }
    if window.text.count <= Self.mostBytesKept {
      windows.insert(window, at: 0)
      if windows.count > Self.mostKept { windows.removeLast() }
    }
    return window.entry(number)
  }
}

/// A part of a list's text, and the ranges of its entries.
struct EntryWindow {
  let first: Int
  let text: [UInt8]
  private let ranges: [Range<Int>]

  /// Reads the entries of a span, as far as the text still contains them.
  init(_ span: EntryIndex.Span, of text: any ListText, by scanner: ListScanner) {
    var bytes: [UInt8] = []
    var batch = EntryBatch()
    var blockBytes = span.bytes
    while true {
      let more = text.bytes(from: span.offset + bytes.count, count: blockBytes)
      bytes += more
      let isEnd = more.count < blockBytes
      batch.removeAll()
      // Scan from the beginning each time: all but very long entries are complete after one read.
      var scanner = scanner
      _ = bytes.withUnsafeBytes { scanner.scan($0, isEnd: isEnd, into: &batch) }
      if isEnd || batch.ranges.count >= span.entries.count { break }
      blockBytes = bytes.count
    }
    ranges = Array(batch.ranges.prefix(span.entries.count))
    first = span.entries.lowerBound
    self.text = Array(bytes[..<(ranges.last?.upperBound ?? 0)])
  }

  func entry(_ number: Int) -> ArraySlice<UInt8>? {
    let place = number - first
    return ranges.indices.contains(place) ? text[ranges[place]] : nil
  }
}
