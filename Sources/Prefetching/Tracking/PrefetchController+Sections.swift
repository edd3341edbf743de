import FoundationEssentials

extension PrefetchController {
  /// How many items the data source has, in all sections.
  public var itemCount: Int { sections.itemCount }

  /// Where an item stands, in O(log sections).
  ///
  /// An item past the end stands past the end of the last section.
  public func indexPath(of item: Int) -> IndexPath { sections.indexPath(of: item) }

  /// The number of the item at an index path, or nil where the data source has none.
  public func item(at indexPath: IndexPath) -> Int? { sections.item(at: indexPath) }

  /// Gives items out again whose content changed, as `UICollectionView.reloadItems(at:)`.
  ///
  /// Index paths that the data source does not have are left alone.
  @discardableResult
  public mutating func reloadItems(at indexPaths: [IndexPath]) -> TrackerChange {
    reloadItems(indexPaths.compactMap(sections.item))
  }

  /// Reads the counts of the data source again, in O(sections).
  ///
  /// Call ``viewportDidChange(to:layout:)`` next: it gives out items added at the end and cancels
  /// items removed there. Before a change that moves items to other places call ``stopAll()``, for
  /// what is given out is known by its place.
  public mutating func dataSourceDidChange() {
    sections = SectionTable(dataSource)
  }
}
