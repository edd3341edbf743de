import FoundationEssentials
import Prefetching
import Raster

extension Gallery {
  /// The picture of an item that fills so many cells, as pictures are shown now.
  func key(for item: Int, covering cells: CellSize) -> TileKey {
    let cells = CellSize(columns: max(1, cells.columns), rows: max(1, cells.rows))
    return TileKey(
      item: item, size: rendition.pixelSize(of: cells), attempt: attempt, rendition: rendition)
  }

  /// Where a picture is; nil where its item has no valid address.
  func address(of key: TileKey) -> URL? {
    item(key.item).url(for: key.rendition.squareSize(for: key.size))
  }

  /// Shows all pictures in another way from now on.
  mutating func show(as rendition: Rendition) {
    guard rendition != self.rendition else { return }
    self.rendition = rendition
    carryOut(controller.stopAll())
    reopenDetail()
  }
}
