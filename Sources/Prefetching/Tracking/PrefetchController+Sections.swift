import FoundationEssentials

extension PrefetchController {
  /// The number of items in all sections of the data source.
  public var itemCount: Int { sections.itemCount }

  /// The index path of an item, in O(log sections).
  ///
  /// An item past the end has an index path past the end of the last section.
  public func indexPath(of item: Int) -> IndexPath { sections.indexPath(of: item) }

  /// The number of the item at an index path; nil if the data source has none.
  public func item(at indexPath: IndexPath) -> Int? { sections.item(at: indexPath) }

  /// Asks again for items whose content changed, as `UICollectionView.reloadItems(at:)`.
  ///
  /// Index paths that the data source does not have are left alone.
  @discardableResult
  public mutating func reloadItems(at indexPaths: [IndexPath]) -> TrackerChange {
    reloadItems(indexPaths.compactMap(sections.item))
  }

  /// Reads the counts of the data source again, in O(sections).
  ///
  /// Call ``viewportDidChange(to:layout:at:)`` next: it asks for items added at the end and cancels items
  /// removed there. Before a change that moves items to other places call ``stopAll()``, because items are
  /// known by their places.
  public mutating func dataSourceDidChange() {
    sections = SectionTable(dataSource)
  }
}

/// The sections of a data source laid end to end, which makes an item a plain number.
struct SectionTable: Hashable, Sendable {
  /// The first item of each section, then the number of items: ascending.
  private let starts: [Int]

  /// Reads the counts of a data source, in O(sections).
  init(_ dataSource: some GalleryDataSource) {
    var starts = [0]
    for section in 0..<max(0, dataSource.numberOfSections) {
      let count = max(0, dataSource.numberOfItems(inSection: section))
      starts.append(starts[section].addingSaturated(count))
    }
    self.starts = starts
  }

  private var sectionCount: Int { starts.count - 1 }

  var itemCount: Int { starts[sectionCount] }

  /// The index path of an item, in O(log sections).
  ///
  /// An item past the end has an index path past the end of the last section, an item below 0 one before the
  /// first.
  func indexPath(of item: Int) -> IndexPath {
    let section = max(0, min(starts.partitioningIndex { $0 > item }, sectionCount) - 1)
    return [section, item - starts[section]]
  }

  /// The item at an index path; nil if the data source has none.
  func item(at indexPath: IndexPath) -> Int? {
    guard indexPath.count == 2 else { return nil }
    let (section, item) = (indexPath[0], indexPath[1])
    guard (0..<sectionCount).contains(section), item >= 0 else { return nil }
    guard item < starts[section + 1] - starts[section] else { return nil }
    return starts[section] + item
  }
}
