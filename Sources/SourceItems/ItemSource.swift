import FoundationEssentials
import GalleryItems
import Prefetching

/// A fixed list of items.
package struct ItemSource: ItemSnapshot {
  package let items: [GalleryItem]

  package init(items: [GalleryItem]) { self.items = items }

  package func numberOfItems(inSection section: Int) -> Int { items.count }

  package func item(at indexPath: IndexPath) -> GalleryItem { items[indexPath.item] }
}
