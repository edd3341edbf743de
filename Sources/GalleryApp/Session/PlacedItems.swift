import FoundationEssentials
import GalleryItems
import Prefetching

/// Items by their overall places, in as many sections as archives.
struct PlacedItems: Sendable {
  private let items: AnyItemSnapshot
  /// The place of each section's first item, then the number of items.
  private let starts: [Int]

  init(_ items: AnyItemSnapshot) {
    self.items = items
    starts = (0..<items.numberOfSections).reduce(into: [0]) {
      $0.append(($0.last ?? 0) + items.numberOfItems(inSection: $1))
    }
  }

  var count: Int { starts.last ?? 0 }

  func item(at place: Int) -> GalleryItem {
    var sections = 0..<starts.count - 1
    while sections.count > 1 {
      let middle = sections.lowerBound + sections.count / 2
      sections =
        starts[middle] <= place ? middle..<sections.upperBound : sections.lowerBound..<middle
    }
    let section = sections.lowerBound
    return items.item(at: [section, place - starts[section]] as IndexPath)
  }
}
