import FoundationEssentials

/// The items that a view shows, in sections, after `UICollectionViewDataSource`.
///
/// A ``PrefetchController`` reads the counts when it is created and after every
/// ``PrefetchController/dataSourceDidChange()``; in between they must not change. Items are read
/// one at a time when needed, so a data source of millions can create them on demand.
public protocol GalleryDataSource<Item> {
  /// The type of the items, for example a picture's name or address.
  associatedtype Item

  /// The number of sections; 1 by default.
  var numberOfSections: Int { get }

  /// The number of items in a section; a negative number counts as 0.
  func numberOfItems(inSection section: Int) -> Int

  /// The item at an index path of the data source.
  func item(at indexPath: IndexPath) -> Item
}

extension GalleryDataSource {
  /// The default: one section.
  public var numberOfSections: Int { 1 }
}

// UIKit and AppKit add these on Apple's platforms.
#if !canImport(Darwin)
  import FoundationEssentials

  extension IndexPath {
    /// The index path of an item in a section, both from 0.
    public init(item: Int, section: Int) {
      self = [section, item]
    }

    /// The index of the item within its section.
    ///
    /// - Precondition: the index path has two elements.
    public var item: Int {
      get { self[1] }
      set { self[1] = newValue }
    }

    /// The index of the section.
    ///
    /// - Precondition: the index path has two elements.
    public var section: Int {
      get { self[0] }
      set { self[0] = newValue }
    }
  }
#endif

/// Receives advance warning of items that will be needed, like `UICollectionViewDataSourcePrefetching`.
///
/// Both methods are called by mutating methods of the ``PrefetchController``, cancellations first, and never with an
/// empty list. They should start or stop work and return. They must not access the controller, which would violate
/// exclusivity and crash. Report an item that is already available after the controller's method has returned.
///
/// An item that is visible immediately is never announced; it is in ``TrackerChange/load``.
public protocol GalleryPrefetching: AnyObject {
  /// Starts loading the data of these items, the nearest to the viewport first.
  func gallery(prefetchItemsAt indexPaths: [IndexPath])

  /// Stops loading these items if possible: they were announced, have not been visible since, and
  /// are no longer expected.
  ///
  /// Does nothing by default.
  func gallery(cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension GalleryPrefetching {
  /// The default: does nothing.
  public func gallery(cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
}
