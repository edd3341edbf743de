import Prefetching

/// The offsets of a list's entries; at least one in 64 is stored.
///
/// Other entries are found by scanning from the one before, over a window at most.
struct EntryIndex {
  /// An entry with a known offset.
  struct Anchor: Equatable {
    let entry: Int
    let offset: Int
  }

  /// The maximum numbers of entries, and of bytes between their starts, to scan for one.
  static let window = (entries: 64, bytes: 64 << 10)

  private var anchors = ChunkedArray<Anchor>()
  private(set) var count = 0
  /// The entries that begin sections.
  private(set) var sectionStarts = ChunkedArray<Int>()

  /// Appends entries.
  ///
  /// - Parameter base: the offset of the text in which they were found.
  /// - Complexity: O(*n*) for *n* entries.
  mutating func add(_ batch: EntryBatch, at base: Int) {
    for number in batch.sectionStarts {
      // Entries before the first marked section form a section too.
      if sectionStarts.count == 0, count + number > 0 { sectionStarts.append(0) }
      sectionStarts.append(count + number)
    }
    var latest = anchors.count > 0 ? anchors[anchors.count - 1] : nil
    for range in batch.ranges {
      let here = Anchor(entry: count, offset: base + range.lowerBound)
      let isNear =
        latest.map {
          here.entry - $0.entry < Self.window.entries && here.offset - $0.offset < Self.window.bytes
        } ?? false
      if !isNear {
        anchors.append(here)
        latest = here
      }
      count += 1
    }
  }

  /// A range of entries found by scanning from the offset of the first one.
  struct Span: Equatable {
    let entries: Range<Int>
    let offset: Int
    /// The number of bytes to read first; a very long entry needs more.
    let bytes: Int
  }

  /// Returns the span to scan for an entry; nil if there is no such entry.
  ///
  /// - Complexity: O(log *n*).
  func span(of entry: Int) -> Span? {
    block(with: entry, .forward, atMost: 0).map {
      Span(entries: $0.entries, offset: $0.offset, bytes: min($0.bytes, Self.window.bytes))
    }
  }

  /// Returns entries from one on and the span to scan for them, up to a number of bytes or the next anchor.
  ///
  /// - Returns: nil if there is no such entry. The number of bytes is exact, except at the end of the index.
  /// - Complexity: O(log *n* + anchors in between).
  func block(with entry: Int, _ direction: ScrollDirection, atMost bytes: Int) -> Span? {
    guard (0..<count).contains(entry) else { return nil }
    var end = anchors.prefixCount { $0.entry <= entry }
    var start = end - 1
    func length(_ start: Int, _ end: Int) -> Int { anchors[end].offset - anchors[start].offset }
    switch direction {
    case .forward:
      while end + 1 < anchors.count, length(start, end + 1) <= bytes { end += 1 }
    case .backward:
      while start > 0, end < anchors.count, length(start - 1, end) <= bytes { start -= 1 }
    }
    let first = anchors[start]
    guard end < anchors.count else {
      return Span(entries: first.entry..<count, offset: first.offset, bytes: Self.window.bytes)
    }
    return Span(
      entries: first.entry..<anchors[end].entry, offset: first.offset, bytes: length(start, end))
  }
}

/// The entries found in a part of a list's text.
package struct EntryBatch {
  /// The ranges of the entries in that part.
  package var ranges: [Range<Int>] = []
  /// The indices of entries that begin a section.
  var sectionStarts: [Int] = []
  /// The error that ends the list, if any.
  package var problem: String?

  package init() {}

  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
    sectionStarts.removeAll(keepingCapacity: true)
  }
}
