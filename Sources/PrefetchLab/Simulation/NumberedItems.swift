import FoundationEssentials
import GalleryItems
import Prefetching

/// Items named by their numbers, each with an address of its own.
struct NumberedItems: GalleryDataSource {
  let count: Int

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(
      id: "\(indexPath.item)", caption: "\(indexPath.item)",
      location: .template("http://laboratory/{width}x{height}/\(indexPath.item)"))
  }
}
