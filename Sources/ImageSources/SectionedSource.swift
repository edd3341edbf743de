import FoundationEssentials
import GalleryItems
import Prefetching

/// Several sources one after the other, a section each.
struct SectionedSource: GalleryDataSource {
  let sections: [AnyGalleryDataSource<GalleryItem>]

  var numberOfSections: Int { sections.count }

  func numberOfItems(inSection section: Int) -> Int {
    sections[section].numberOfItems(inSection: 0)
  }

  func item(at indexPath: IndexPath) -> GalleryItem {
    sections[indexPath.section].item(at: IndexPath(item: indexPath.item, section: 0))
  }
}

/// Items that are known one by one.
struct ItemSource: GalleryDataSource, Sendable {
  let items: [GalleryItem]

  func numberOfItems(inSection section: Int) -> Int { items.count }

  func item(at indexPath: IndexPath) -> GalleryItem { items[indexPath.item] }
}
