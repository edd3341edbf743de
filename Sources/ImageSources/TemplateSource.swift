import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems

/// A data source with items generated from a template with `{index}`; no item is stored.
package struct TemplateSource: ItemSnapshot {
  private let count: Int
  private let first: Int
  private let addressParts: [Substring]
  private let captionParts: [Substring]
  private let hasSize: Bool

  /// - Parameters:
  ///   - address: a URL with `{index}`, and optionally `{width}` and `{height}`.
  ///   - caption: a text with `{index}`.
  ///   - count: the number of items; negative numbers count as 0.
  ///   - first: the index of the first item.
  package init(address: String, caption: String, count: Int, first: Int) {
    self.count = max(0, count)
    self.first = first
    addressParts = address.split(separator: "{index}", omittingEmptySubsequences: false)
    hasSize = WebAddress.hasSize(address)
    captionParts = caption.split(separator: "{index}", omittingEmptySubsequences: false)
  }

  package func numberOfItems(inSection section: Int) -> Int { count }

  package func item(at indexPath: IndexPath) -> GalleryItem {
    let (index, overflow) = first.addingReportingOverflow(indexPath.item)
    let number = String(overflow ? indexPath.item : index)
    let address = addressParts.joined(separator: number)
    return GalleryItem(
      id: address, caption: captionParts.joined(separator: number),
      location: hasSize ? .template(address) : WebAddress.location(of: address))
  }
}
