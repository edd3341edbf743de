import Prefetching

/// A search through the captions, around the end of them.
struct Search: Hashable, Sendable {
  let query: String
  private let direction: ScrollDirection
  private let itemCount: Int
  /// The item to look at next.
  private var next: Int
  /// The items not yet looked at.
  private var remaining: Int

  /// Starts beyond an item.
  init(for query: String, _ direction: ScrollDirection, from item: Int, of itemCount: Int) {
    self.query = query
    self.direction = direction
    self.itemCount = itemCount
    next = item
    remaining = itemCount
    step()
  }

  /// True once all captions have been looked at.
  var isOver: Bool { remaining == 0 }

  var statusText: String {
    "searching “\(query)” \((itemCount - remaining) * 100 / max(1, itemCount)) %, Esc stops"
  }

  /// Looks at the next slice of captions.
  ///
  /// - Returns: the first item found; nil where the slice has none.
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

  private mutating func step() {
    let step = direction == .forward ? 1 : -1
    next = (next + step + itemCount) % itemCount
  }
}
