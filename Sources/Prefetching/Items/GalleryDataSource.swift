import FoundationEssentials

/// The items that a view shows, in sections, after `UICollectionViewDataSource`.
///
/// A ``PrefetchController`` reads the counts when it is made and after every
/// ``PrefetchController/dataSourceDidChange()``; in between they must not change. Items are read
/// one at a time when they are needed, so a data source of millions can make them on demand.
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
  /// One section.
  public var numberOfSections: Int { 1 }
}

/// A data source whose own type is hidden, for a property that holds data sources of several types.
public struct AnyGalleryDataSource<Item>: GalleryDataSource {
  private let base: any GalleryDataSource<Item>

  /// Wraps a data source.
  public init(_ base: some GalleryDataSource<Item>) {
    self.base = base
  }

  /// How many sections the wrapped data source has.
  public var numberOfSections: Int { base.numberOfSections }

  /// How many items a section of the wrapped data source has.
  public func numberOfItems(inSection section: Int) -> Int {
    base.numberOfItems(inSection: section)
  }

  /// The item of the wrapped data source at an index path.
  public func item(at indexPath: IndexPath) -> Item { base.item(at: indexPath) }
}

// On Apple's platforms UIKit and AppKit add these.
#if !canImport(Darwin)
  import FoundationEssentials

  extension IndexPath {
    /// The index path of an item in a section, both from 0.
    public init(item: Int, section: Int) {
      self = [section, item]
    }

    /// The item within its section.
    ///
    /// - Precondition: the index path has two elements.
    public var item: Int {
      get { self[1] }
      set { self[1] = newValue }
    }

    /// The section that the item is in.
    ///
    /// - Precondition: the index path has two elements.
    public var section: Int {
      get { self[0] }
      set { self[0] = newValue }
    }
  }
#endif

/// Receives advance warning of the items that will be needed, after `UICollectionViewDataSourcePrefetching`.
///
/// Both calls come from inside a mutating method of the ``PrefetchController``, cancellations
/// first, and never with an empty list. They start or stop work and return. They must not touch
/// the controller: Swift's exclusivity rule would end the program. Report an item that is there
/// already after the controller's method has returned.
///
/// An item that is visible at once is never announced; the controller's ``TrackerChange/load``
/// names it.
public protocol GalleryPrefetching: AnyObject {
  /// Start getting the data of these items, the nearest to the viewport first.
  func gallery(prefetchItemsAt indexPaths: [IndexPath])

  /// Stop, if you can: these items were announced, have not been visible since, and are no longer
  /// expected.
  ///
  /// Does nothing by default.
  func gallery(cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension GalleryPrefetching {
  /// Does nothing.
  public func gallery(cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
}
