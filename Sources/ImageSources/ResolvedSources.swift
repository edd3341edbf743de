import FoundationEssentials
import GalleryItems
import Prefetching

/// What the sources on the command line give.
package struct ResolvedSources {
  package let items: AnyItemSnapshot
  /// The item that the person named, where its folder is shown around it.
  package let namedItem: Int?
  /// Why sources beside others are not among the items.
  let leftOut: [SourceError]

  init(
    items: AnyItemSnapshot, namedItem: Int? = nil, leftOut: [SourceError] = []
  ) {
    self.items = items
    self.namedItem = namedItem
    self.leftOut = leftOut
  }

  /// A line on what was left out, such as `2 left out: notes.md is no picture, and another`; nil if
  /// nothing was.
  package var notice: String? {
    guard let first = leftOut.first else { return nil }
    let others =
      switch leftOut.count {
      case 1: ""
      case 2: ", and another"
      default: ", and others"
      }
    return "\(leftOut.count) left out: \(first.reason)\(others)"
  }
}

/// Several data sources one after the other, a section each.
struct SectionedSource: ItemSnapshot {
  let parts: [AnyItemSnapshot]

  var numberOfSections: Int { parts.count }

  func numberOfItems(inSection section: Int) -> Int {
    parts[section].numberOfItems(inSection: 0)
  }

  func item(at indexPath: IndexPath) -> GalleryItem {
    parts[indexPath.section].item(at: IndexPath(item: indexPath.item, section: 0))
  }

  var sections: any SnapshotSections { parts.count == 1 ? parts[0].sections : NoSections() }
}

/// A list of items.
struct ItemSource: ItemSnapshot {
  let items: [GalleryItem]

  func numberOfItems(inSection section: Int) -> Int { items.count }

  func item(at indexPath: IndexPath) -> GalleryItem { items[indexPath.item] }
}
