/// The items that are there in a smaller version than their tile could show.
///
/// The whole version of a visible one is asked for while the viewport rests.
struct SmallerItems: Hashable, Sendable {
  /// Those whose whole version was not asked for.
  private var waiting = RangeSet<Int>()
  /// Those whose whole version is under way.
  private var underWay: Set<Int> = []

  /// Whether the whole version of any item is still to be asked for.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Notes that an item is there in a smaller version.
  mutating func insert(_ item: Int) { waiting.insert(item) }

  /// The load of an item's whole version has ended, if it was under way; it is not asked for again.
  mutating func ended(_ item: Int) { underWay.remove(item) }

  /// Removes an item: its whole version is there, or it is no longer wanted.
  mutating func remove(_ item: Int) {
    if hasWaiting { waiting.remove(item) }
    underWay.remove(item)
  }

  /// The first of these items whose whole version is still to be asked for.
  func first(in items: Range<Int>) -> Int? { waiting.first(in: items) }

  /// The whole version of an item is under way.
  mutating func start(_ item: Int) {
    waiting.remove(item)
    underWay.insert(item)
  }

  /// The number of these items whose whole version is under way.
  func countUnderWay(among items: Range<Int>) -> Int { underWay.count { items.contains($0) } }

  /// Follows items to their new places.
  mutating func follow(_ changes: ItemChanges) {
    waiting = changes.places(of: waiting)
    underWay = Set(underWay.compactMap(changes.place))
  }
}
