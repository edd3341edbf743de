import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

/// What the board knows of its items.
extension TileBoard {
  /// What stands in place of items.
  var emptyText: String { isSourceComplete ? "nothing to show" : "waiting for the list" }

  /// An item, requested from the data source each time.
  func item(_ index: Int) -> GalleryItem {
    controller.dataSource.item(at: controller.indexPath(of: index))
  }

  /// The captions of all items, requested from the data source one by one.
  var captions: LazyMapSequence<Range<Int>, String> {
    (0..<itemCount).lazy.map { item($0).caption }
  }

  /// A picture's address; nil if its item has no valid one.
  func address(of key: TileKey) -> URL? {
    item(key.item).url(for: key.rendition.squareSize(for: key.size))
  }

  /// True while a tile on the screen waits for a load.
  func isLoading(in scene: Scene) -> Bool {
    scene.visibleItems.contains { tiles[$0]?.isUnderWay == true }
  }

  /// True if a tile waits for this load.
  func awaits(_ key: TileKey) -> Bool {
    guard let tile = tiles[key.item] else { return false }
    return tile.key == key && tile.isUnderWay
  }
}
