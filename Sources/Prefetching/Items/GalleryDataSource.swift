import FoundationEssentials

/// What a gallery shows: sections of items, after `UICollectionViewDataSource`.
///
/// The counts are read when a ``PrefetchController`` is made and after every
/// ``PrefetchController/dataSourceDidChange()``; in between they must not change. Items are read
/// one at a time, when they are needed, so a data source of millions can make them on demand.
public protocol GalleryDataSource<Item> {
  /// The type of the items, for example a picture's name or address.
  associatedtype Item

  /// How many sections there are: 1 by default.
  var numberOfSections: Int { get }

  /// How many items a section has; a negative number counts as none.
  func numberOfItems(inSection section: Int) -> Int

  /// The item at an index path of the data source.
  func item(at indexPath: IndexPath) -> Item
}

extension GalleryDataSource {
  public var numberOfSections: Int { 1 }
}
