import GalleryItems
import Prefetching

/// The hit that going on with a search will find, looked for a slice of captions per frame.
///
/// It is given up after as many captions as a gallery has at most whose hits are counted.
struct HitAhead: Hashable, Sendable {
  private static let mostSlices = SearchHits.mostItems / Finder.slice

  /// The hit that the search has found before it.
  private let origin: Int
  private var order: SearchOrder
  private var slicesLeft = Self.mostSlices
  private var place: Int?

  /// Looks for the hit after another one; nil if there is nothing to look at.
  ///
  /// - Parameter wraps: whether the search goes on at the other end of the items.
  init?(after origin: Int, by former: SearchOrder, of itemCount: Int, wraps: Bool) {
    self.origin = origin
    let (query, direction) = (former.query, former.direction)
    if wraps {
      order = SearchOrder(former.number, for: query, direction, from: origin, of: itemCount)
    } else {
      let rest = direction == .forward ? origin + 1..<itemCount : 0..<origin
      guard !rest.isEmpty else { return nil }
      order = SearchOrder(former.number, for: query, direction, in: rest, of: itemCount)
    }
  }

  var isLookedFor: Bool { place == nil && slicesLeft > 0 && order.left > 0 }

  /// Examines the next slice of captions.
  mutating func lookOn(in items: AnyItemSnapshot) {
    guard isLookedFor else { return }
    slicesLeft -= 1
    place = order.examine(Finder.slice, in: items)
  }

  /// The place of the hit that comes after this one; nil for another one, and until it is found.
  func place(after hit: Int) -> Int? { hit == origin ? place : nil }

  /// Whether all places that it knows are the same after a change.
  func survives(_ changes: ItemChanges?) -> Bool {
    changes?.keepsPlaces(below: order.itemCount) == true
  }
}

extension ItemChanges {
  /// Whether nothing came, went or moved before a place.
  func keepsPlaces(below end: Int) -> Bool {
    removed.isEmpty && moved.isEmpty && (inserted.ranges.first?.lowerBound ?? .max) >= end
  }
}
