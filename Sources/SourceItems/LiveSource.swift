import GalleryItems

/// A source that is read in the background while its items are shown.
package protocol LiveSource: Sendable {
  /// The snapshot before anything is read.
  var beginning: AnyItemSnapshot { get }

  /// The error of a source that was read and has no items.
  var failure: SourceError? { get }

  /// Whether a supposed list has turned out to be a picture.
  var isPicture: Bool { get }

  /// Starts to read the source, and to watch it if it can change, on as many threads as needed.
  ///
  /// - Parameter post: called immediately with a snapshot of the first items, then at most 20 times a second.
  func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void)
}

extension LiveSource {
  package var isPicture: Bool { false }
}

/// A source that loads its items page by page, on demand.
package protocol PagedSource: Sendable {
  /// Reads the next page, or retries the one that failed.
  func readOn()

  /// Retries all pages that failed.
  func askAgain()
}

/// Runs a function on a new thread, with a name and a niceness.
package typealias ThreadMaker =
  @Sendable (
    _ name: String, _ niceness: Int32, _ body: @escaping @Sendable () -> Void
  ) -> Void

/// A source with folders that can be sorted in other orders.
package protocol FolderSorting: Sendable {
  /// Sorts the pictures by the next order; the next snapshot has them in that order.
  func takeNextOrder()

  /// Reverses the order of the pictures; the next snapshot has them in that order.
  func reverseOrder()

  /// Sorts the pictures by modification date, the newest first.
  func putNewestFirst()
}

/// A source that can sort its items by the date taken, which their pictures may know better than the source.
package protocol DateSorting: Sendable {
  /// Moves an item to the place of its date if items are sorted by date taken; the next snapshot has it there.
  ///
  /// - Parameter date: the camera's date, as decoded from the picture: `2021-07-04 12:34:56`.
  func place(_ item: ItemID, takenAt date: String)

  /// Whether a snapshot that is not posted yet will move items; false by default.
  var isPlacing: Bool { get }
}

extension DateSorting {
  package var isPlacing: Bool { false }
}
