import GalleryItems
import Prefetching

/// The tiles by their items, and a list of the loads whose tiles have changed.
///
/// `LoadWaits` looks again at the listed loads alone, so that a picture that arrives costs the same
/// however many tiles are on the screen.
struct TileTable: Sendable {
  private(set) var all: [ItemID: Tile] = [:]
  private var changed: [TileKey] = []
  /// The places that were on the screen at the last call of `takeChanged`.
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

  /// The loads of tiles that came, went or changed since the last call, or crossed the edge of the
  /// screen; some are listed twice.
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
