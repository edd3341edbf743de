import GalleryItems

/// Counts the items whose captions contain a search text, a slice per frame.
///
/// Galleries of more than `mostItems` are not counted, because that takes over a second or two.
struct SearchHits: Hashable, Sendable {
  /// The size of the largest gallery whose hits are counted: twenty slices.
  ///
  /// Each hit takes eight bytes.
  static let mostItems = 100_000

  let query: CaptionQuery
  private(set) var itemCount: Int
  /// The matching items, in ascending order.
  private(set) var items: [Int] = []
  /// The next item to examine.
  private var next = 0

  init(query: CaptionQuery, itemCount: Int) {
    self.query = query
    self.itemCount = itemCount
  }

  var isComplete: Bool { next == itemCount }

  /// Continues counting in new items at the end.
  mutating func grow(to itemCount: Int) { self.itemCount = max(self.itemCount, itemCount) }

  /// Examines the next slice of captions.
  mutating func lookOn<Captions>(in captions: Captions)
  where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    let end = min(itemCount, next + Finder.slice)
    items += (next..<end).filter { query.matches(captions[$0]) }
    next = end
  }

  /// An item's position among the hits, in words.
  ///
  /// It is nil for an item that is not a hit, and until all hits are counted.
  func place(of item: Int) -> String? {
    guard isComplete, let index = items.binarySearch(item) else { return nil }
    return items.count == 1 ? "only one" : "\(index + 1) of \(items.count)"
  }
}

extension [Int] {
  /// The index of an element in a sorted array.
  ///
  /// - Complexity: O(log n).
  fileprivate func binarySearch(_ element: Int) -> Int? {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if self[middle] == element { return middle }
      range =
        self[middle] < element
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
