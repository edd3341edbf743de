import GalleryItems
import Prefetching

/// Finds the next hit in advance, one slice of captions per frame.
///
/// It stops after as many captions as `SearchHits` counts at most.
struct HitAhead: Hashable, Sendable {
  private static let mostSlices = SearchHits.mostItems / Finder.slice

  /// The hit before the one to find.
  private let origin: Int
  private var order: SearchOrder
  private var slicesLeft = Self.mostSlices
  private var place: Int?

  /// Starts at a hit; nil if there are no items to examine.
  ///
  /// - Parameter wraps: whether the search continues at the other end of the items.
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

  /// The place of the hit after this one; nil for any other, or if not found yet.
  func place(after hit: Int) -> Int? { hit == origin ? place : nil }

  /// Whether a change keeps all places that it has recorded.
  func survives(_ changes: ItemChanges?) -> Bool {
    changes?.keepsPlaces(below: order.itemCount) == true
  }
}

extension ItemChanges {
  /// Whether no item before a place was inserted, removed or moved.
  func keepsPlaces(below end: Int) -> Bool {
    removed.isEmpty && moved.isEmpty && (inserted.ranges.first?.lowerBound ?? .max) >= end
  }
}
