import FoundationEssentials

/// A data source whose own type is hidden: for a property that holds now one kind, now another.
public struct AnyGalleryDataSource<Item>: GalleryDataSource {
  private let base: any GalleryDataSource<Item>

  /// Wraps a data source.
  public init(_ base: some GalleryDataSource<Item>) {
    self.base = base
  }

  public var numberOfSections: Int { base.numberOfSections }

  public func numberOfItems(inSection section: Int) -> Int {
    base.numberOfItems(inSection: section)
  }

  public func item(at indexPath: IndexPath) -> Item { base.item(at: indexPath) }
}
