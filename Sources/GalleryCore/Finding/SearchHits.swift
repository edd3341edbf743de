/// The items whose captions contain a search text, counted a slice per frame.
///
/// Galleries of more than `mostItems` are not counted, because that takes more than a second or two.
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

  /// Looks at the next slice of captions.
  mutating func lookOn<Captions>(in captions: Captions)
  where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    let query = query.lowercased()
    let end = min(itemCount, next + Finder.slice)
    items += (next..<end).filter { captions[$0].lowercased().contains(query) }
    next = end
  }

  /// Which of them an item is, in words; nil for an item that is none, and until all are counted.
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
