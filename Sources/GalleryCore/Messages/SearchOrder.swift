import GalleryItems
import Prefetching
import Raster

/// A search through the captions, wrapping around the end, with the items left to examine.
package struct SearchOrder: Hashable, Sendable {
  /// The number of the search, unique in the session.
  package let number: Int
  package let query: CaptionQuery
  let direction: ScrollDirection
  let itemCount: Int
  /// The item behind which it starts, in its direction.
  let origin: Int
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
    origin = item
    left = itemCount
    next = item
    next = wrapped(item + (direction == .forward ? 1 : -1))
  }

  /// Orders a search of a range, from its first or last place.
  ///
  /// - Parameter places: the range; not empty.
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
  /// - Parameters:
  ///   - most: the number of items at most.
  ///   - info: reads the texts of a picture, if the query asks for them.
  /// - Returns: the first matching place; nil if there is none.
  package mutating func examine(
    _ most: Int, in items: AnyItemSnapshot, info: (GalleryItem) -> PictureInfo? = { _ in nil }
  ) -> Int? {
    var most = min(most, left)
    while most > 0 {
      let part = nextPlaces(most)
      let place =
        query.readsTexts
        ? part.first(direction) { place in
          items.item(atPlace: place).map { query.matches($0, info) } ?? false
        }
        : items.firstMatch(of: query, in: part, direction)
      if let place { return place }
      most -= part.count
      left -= part.count
      next = wrapped(direction == .forward ? part.upperBound : part.lowerBound - 1)
    }
    return nil
  }

  /// The next consecutive places.
  private func nextPlaces(_ most: Int) -> Range<Int> {
    switch direction {
    case .forward: next..<next + min(most, itemCount - next)
    case .backward: max(0, next + 1 - most)..<next + 1
    }
  }

  private func wrapped(_ place: Int) -> Int {
    place == itemCount ? 0 : place < 0 ? itemCount - 1 : place
  }

  /// A search in the same direction through the items appended since.
  func goingOn(_ number: Int, to newCount: Int) -> SearchOrder {
    SearchOrder(number, for: query, direction, in: itemCount..<newCount, of: newCount)
  }
}

extension CaptionQuery {
  /// Whether the caption or a text of a picture's file matches.
  ///
  /// - Parameter info: reads the texts.
  func matches(_ item: GalleryItem, _ info: (GalleryItem) -> PictureInfo?) -> Bool {
    matches(item.caption) || info(item)?.texts.contains { matches($0.text) } == true
  }
}

/// A report of a background search.
package struct SearchNews: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// This many items are left to examine.
    case isOn(left: Int)
    /// A matching item of the searched snapshot.
    case found(ItemID)
    case foundNothing
  }

  /// The number of the order.
  package let number: Int
  let outcome: Outcome

  /// Whether it is the last report.
  package var isEnd: Bool {
    if case .isOn = outcome { false } else { true }
  }

  package init(of order: SearchOrder, _ outcome: Outcome) {
    number = order.number
    self.outcome = outcome
  }
}
