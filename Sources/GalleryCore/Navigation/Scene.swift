import Prefetching
import Raster

/// What the person is to see: where they are, and how pictures are shown there.
struct Scene: Hashable, Sendable {
  let navigation: Navigation
  let rendition: Rendition
  /// Counts reloads, so that the answer to an earlier attempt is recognized.
  var attempt = 0

  var layout: GalleryLayout { navigation.layout }
  var viewport: Viewport { navigation.viewport }
  var selection: Int { navigation.selection }
  var itemCount: Int { navigation.itemCount }
  var visibleItems: Range<Int> { navigation.visibleItems }

  /// The key of the picture that fills an item's tile.
  func tileKey(of item: Int) -> TileKey { key(of: item, covering: layout.pictureCells) }

  /// The key of the picture of an item that fills so many cells.
  func key(of item: Int, covering cells: CellSize) -> TileKey {
    let cells = CellSize(columns: max(1, cells.columns), rows: max(1, cells.rows))
    return TileKey(
      item: item, size: rendition.pixelSize(of: cells), attempt: attempt, rendition: rendition)
  }
}
