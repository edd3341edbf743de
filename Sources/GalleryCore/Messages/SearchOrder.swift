import GalleryItems
import Prefetching

/// What is left of a search through the captions, which wraps around the end.
package struct SearchOrder: Hashable, Sendable {
  /// Tells this search from every other one of the session.
  package let number: Int
  let query: CaptionQuery
  let direction: ScrollDirection
  let itemCount: Int
  /// The next item to examine.
  private var next: Int
  /// The number of items not yet examined.
  package private(set) var left: Int

  /// Orders a search that starts after an item.
  ///
  /// - Parameter itemCount: more than 0.
  init(
    _ number: Int, for query: CaptionQuery, _ direction: ScrollDirection, from item: Int,
    of itemCount: Int
  ) {
    self.number = number
    self.query = query
    self.direction = direction
    self.itemCount = itemCount
    left = itemCount
    next = item
    next = wrapped(item + (direction == .forward ? 1 : -1))
  }

  /// Orders a search of some places, from the first or the last.
  ///
  /// - Parameter places: at least one.
  init(
    _ number: Int, for query: CaptionQuery, _ direction: ScrollDirection, in places: Range<Int>,
    of itemCount: Int
  ) {
    let before = direction == .forward ? places.lowerBound - 1 : places.upperBound
    self.init(number, for: query, direction, from: before, of: itemCount)
    left = places.count
  }

  /// Examines the next items.
  ///
  /// - Parameter most: the number of items at most.
  /// - Returns: the first place that has the text; nil if there is none.
  package mutating func examine(_ most: Int, in items: AnyItemSnapshot) -> Int? {
    var most = min(most, left)
    while most > 0 {
      let part = nextPlaces(most)
      if let place = items.firstMatch(of: query, in: part, direction) { return place }
      most -= part.count
      left -= part.count
      next = wrapped(direction == .forward ? part.upperBound : part.lowerBound - 1)
    }
    return nil
  }

  /// The next places, as far as they follow each other.
  private func nextPlaces(_ most: Int) -> Range<Int> {
    switch direction {
    case .forward: next..<next + min(most, itemCount - next)
    case .backward: max(0, next + 1 - most)..<next + 1
    }
  }

  private func wrapped(_ place: Int) -> Int {
    place == itemCount ? 0 : place < 0 ? itemCount - 1 : place
  }

  /// A search in the same direction through the items that have come at the end since.
  func goingOn(_ number: Int, to newCount: Int) -> SearchOrder {
    SearchOrder(number, for: query, direction, in: itemCount..<newCount, of: newCount)
  }
}

/// What is known of a search that was ordered.
package struct SearchNews: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// This many items are left to examine.
    case isOn(left: Int)
    /// An item of the snapshot that was searched has the text.
    case found(ItemID)
    case foundNothing
  }

  /// The number of the order.
  package let number: Int
  let outcome: Outcome

  /// Whether nothing else follows.
  package var isEnd: Bool {
    if case .isOn = outcome { false } else { true }
  }

  package init(of order: SearchOrder, _ outcome: Outcome) {
    number = order.number
    self.outcome = outcome
  }
}
