import Prefetching

/// Where the entries of a list are in its text: the offset of one in many.
///
/// The others are found by reading on from there, which takes no more than a window.
struct EntryIndex {
  /// An entry whose offset is known.
  struct Anchor: Equatable {
    let entry: Int
    let offset: Int
  }

  /// The most entries, and bytes between their beginnings, that are read to find one.
  static let window = (entries: 64, bytes: 64 << 10)

  private var anchors = ChunkedArray<Anchor>()
  private(set) var count = 0
  /// The entries at which sections begin.
  private(set) var sectionStarts = ChunkedArray<Int>()

  /// Adds entries at the end.
  ///
  /// - Parameter base: the offset of the text in which they were found.
  /// - Complexity: O(n) for n entries.
  mutating func add(_ batch: EntryBatch, at base: Int) {
    for number in batch.sectionStarts {
      // What comes before the first one that is told is a section too.
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

  /// Entries that are found by reading from the offset of the first one.
  struct Span: Equatable {
    let entries: Range<Int>
    let offset: Int
    /// How much to read at first: a very long entry needs more.
    let bytes: Int
  }

  /// What to read to find an entry; nil if there is no such entry.
  ///
  /// - Complexity: O(log n).
  func span(of entry: Int) -> Span? {
    block(with: entry, .forward, atMost: 0).map {
      Span(entries: $0.entries, offset: $0.offset, bytes: min($0.bytes, Self.window.bytes))
    }
  }

  /// Some of the entries from one on, and what to read to find them, up to a number of bytes or the next anchor.
  ///
  /// - Returns: nil if there is no such entry. The bytes are exact but at the end of the index.
  /// - Complexity: O(log n + anchors in between).
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

/// Entries that were found in a part of a list's text.
package struct EntryBatch {
  /// Their places in that part.
  package var ranges: [Range<Int>] = []
  /// Which of them begin a section.
  var sectionStarts: [Int] = []
  /// Why no more can follow, if so.
  package var problem: String?

  package init() {}

  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
    sectionStarts.removeAll(keepingCapacity: true)
  }
}
