import Prefetching
import Raster

/// What became of pictures that were loaded ahead for nothing.
extension Gallery {
  /// A picture has left memory before anybody saw it: it is lost, unless its tile holds it still.
  ///
  /// One of another size or rendition is none that would be shown now.
  mutating func noteDropped(_ key: TileKey) {
    let item = key.item
    if tiles[item]?.key == key {
      tiles[item]?.isOnlyHere = true
    } else if key.size == rendition.pixelSize(of: layout.pictureCells), key.rendition == rendition {
      controller.itemDropped(item)
    }
  }

  /// A tile has been given up, and with it what only it held.
  mutating func noteGivenUp(_ tile: Tile) {
    if tile.isOnlyHere { controller.itemDropped(tile.key.item) }
  }
}
