import Prefetching

/// A search through the captions that wraps around the end.
struct Search: Hashable, Sendable {
  let query: String
  private let direction: ScrollDirection
  private var itemCount: Int
  /// The next item to examine.
  private var next: Int
  /// The number of items not yet examined.
  private var remaining: Int

  /// Starts a search after an item.
  init(for query: String, _ direction: ScrollDirection, from item: Int, of itemCount: Int) {
    self.query = query
    self.direction = direction
    self.itemCount = itemCount
    next = item
    remaining = itemCount
    step()
  }

  /// True once all captions have been examined.
  var isOver: Bool { remaining == 0 }

  var statusText: String {
    "searching “\(query)” \((itemCount - remaining) * 100 / max(1, itemCount)) %, Esc stops"
  }

  /// Examines the next slice of captions.
  ///
  /// - Returns: the first match; nil if the slice has none.
  mutating func lookOn<Captions>(in captions: Captions) -> Int?
  where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    let query = query.lowercased()
    for _ in 0..<min(Finder.slice, remaining) {
      if captions[next].lowercased().contains(query) { return next }
      step()
      remaining -= 1
    }
    return nil
  }

  /// The same search over other items; nil without any.
  func following(_ changes: ItemChanges?, itemCount: Int) -> Search? {
    guard itemCount > 0 else { return nil }
    var search = self
    search.itemCount = itemCount
    search.next = min(changes?.nearestPlace(of: next) ?? 0, itemCount - 1)
    let come = changes.map { $0.inserted.ranges.reduce(0) { $0 + $1.count } } ?? itemCount
    search.remaining = min(remaining + come, itemCount)
    return search
  }

  private mutating func step() {
    let step = direction == .forward ? 1 : -1
    next = (next + step + itemCount) % itemCount
  }
}
