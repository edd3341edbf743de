import FoundationEssentials

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
