/// The items whose captions contain a search text, counted a slice per frame.
///
/// Only where all captions are looked at within a second or two: of more than `mostItems` nobody is told how
/// many there are.
struct SearchHits: Hashable, Sendable {
  /// Twenty slices; each hit costs eight bytes.
  static let mostItems = 100_000

  let query: String
  let itemCount: Int
  /// In order.
  private(set) var items: [Int] = []
  /// The item to look at next.
  private var next = 0

  init(query: String, itemCount: Int) {
    self.query = query
    self.itemCount = itemCount
  }

  var isComplete: Bool { next == itemCount }

  /// Looks at the next slice.
  mutating func lookOn(_ isHit: (Int) -> Bool) {
    let end = min(itemCount, next + Search.slice)
    items += (next..<end).filter(isHit)
    next = end
  }

  /// Which of them an item is, in words; nil for none, and as long as not all are counted.
  func place(of item: Int) -> String? {
    guard isComplete, let index = items.binarySearch(item) else { return nil }
    return items.count == 1 ? "only one" : "\(index + 1) of \(items.count)"
  }
}

extension [Int] {
  /// Where an element stands in an array that is in order.
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
