import FoundationEssentials
import Prefetching

/// A data source whose items are their own index paths.
struct Numbers: GalleryDataSource {
  var counts: [Int]

  var numberOfSections: Int { counts.count }
  func numberOfItems(inSection section: Int) -> Int { counts[section] }
  func item(at indexPath: IndexPath) -> IndexPath { indexPath }
}
