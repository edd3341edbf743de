import GalleryItems
import Prefetching

/// The tiles by item, and a list of the loads with changed tiles.
///
/// `LoadWaits` updates only listed loads, so that the cost of an arriving picture does not depend
/// on the number of tiles on the screen.
struct TileTable: Sendable {
  private(set) var all: [ItemID: Tile] = [:]
  private var changed: [TileKey] = []
  /// The places on the screen at the last call of `takeChanged`.
  private var shown = 0..<0

  subscript(item: ItemID) -> Tile? {
    get { all[item] }
    set {
      guard let newValue else {
        _ = remove(item)
        return
      }
      let former = all.updateValue(newValue, forKey: item)
      if let former { changed.append(former.key) }
      if newValue.key != former?.key { changed.append(newValue.key) }
    }
  }

  /// Removes an item's tile and returns it, if there is one.
  mutating func remove(_ item: ItemID) -> Tile? {
    let former = all.removeValue(forKey: item)
    if let former { changed.append(former.key) }
    return former
  }

  /// Lists the loads of all tiles, because any may have moved.
  mutating func noteMoves() { changed += all.values.map(\.key) }

  /// Returns the loads of tiles that changed or crossed the edge of the screen since the last call.
  ///
  /// Added and removed tiles have changed too. Some loads may be listed twice.
  ///
  /// - Parameter visible: the places on the screen.
  mutating func takeChanged(showing visible: Range<Int>, of items: AnyItemSnapshot) -> [TileKey] {
    defer { changed = [] }
    guard visible != shown else { return changed }
    let crossing = RangeSet(shown).symmetricDifference(RangeSet(visible))
    shown = visible
    for place in crossing.ranges.joined() where place < items.itemCount {
      if let tile = all[items.id(at: place)] { changed.append(tile.key) }
    }
    return changed
  }
}
