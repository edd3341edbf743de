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

  /// Requests items again whose content changed, like `UICollectionView.reloadItems(at:)`.
  ///
  /// Index paths outside the data source are ignored.
  @discardableResult
  public mutating func reloadItems(at indexPaths: [IndexPath]) -> TrackerChange {
    reloadItems(indexPaths.compactMap(sections.item))
  }

  /// Reads the counts of the data source again, in O(sections).
  ///
  /// Call ``viewportDidChange(to:layout:at:)`` next: it requests items added at the end and cancels items removed
  /// there. Items are identified by their places: if others have moved, call ``dataSourceDidChange(_:)`` with the
  /// changes, or ``stopAll()`` before an unknown change.
  public mutating func dataSourceDidChange() {
    sections = SectionTable(dataSource)
  }

  /// Reads the counts of the data source again, and moves all items to their new places.
  ///
  /// Requests for remaining items continue, and so does the ledger. Call it first after the data source has changed.
  /// Then adjust the viewport so that it shows the same content, and call ``viewportDidChange(to:layout:at:)``, which
  /// requests new items.
  ///
  /// - Parameter changes: numbers of items in the whole data source, section after section.
  /// - Returns: the removed items to cancel, by their numbers before the change.
  /// - Complexity: O(items expected, visible and kept × log changes + sections), whatever the number of items.
  public mutating func dataSourceDidChange(_ changes: ItemChanges) -> TrackerChange {
    let change = track { TrackerChange(cancel: $0.apply(changes)) }
    ledger.apply(changes)
    schedule.apply(changes)
    localPace.apply(changes)
    sections = SectionTable(dataSource)
    announcedSections = sections
    return change
  }
}

/// The sections of a data source end to end, so that an item is a plain number.
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
  /// An item past the end has an index path past the end of the last section; a negative item, one before the first.
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
