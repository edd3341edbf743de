import GalleryItems

/// A source that is read while its items are shown, on a thread of its own.
package protocol LiveSource: Sendable {
  /// What is known before anything is read.
  var beginning: AnyItemSnapshot { get }

  /// The error of a source that is read and has no item.
  var failure: SourceError? { get }

  /// Whether what might have been a list has turned out to be one picture.
  var isPicture: Bool { get }

  /// Starts to read the source, and to follow it if it can change, on as many threads as it needs.
  ///
  /// - Parameter post: called with a snapshot at once for the first items, then at most twenty times a second.
  func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void)
}

extension LiveSource {
  package var isPicture: Bool { false }
}

/// A source that sends its items page by page, when they are asked for.
package protocol PagedSource: Sendable {
  /// Reads the next page, or again the one that could not be read.
  func readOn()

  /// Reads all pages again that could not be read.
  func askAgain()
}

/// Runs a function on a thread of its own, with a name and a niceness.
package typealias ThreadMaker =
  @Sendable (
    _ name: String, _ niceness: Int32, _ body: @escaping @Sendable () -> Void
  ) -> Void

/// A source with folders, which can be put in another order.
package protocol FolderSorting: Sendable {
  /// Sorts the pictures in the next order in turn; the next snapshot has them so.
  func takeNextOrder()

  /// Puts what was changed last first.
  func putNewestFirst()
}

/// A source that can sort its items by when they were taken, which their pictures may tell better than it knows.
package protocol DateSorting: Sendable {
  /// Puts an item where a date belongs, if items are sorted by dates taken; a next snapshot has it there.
  ///
  /// - Parameter date: the camera's, as its picture was decoded: `2021-07-04 12:34:56`.
  func place(_ item: ItemID, takenAt date: String)

  /// Whether a snapshot that is not posted yet will have items elsewhere; false by default.
  var isPlacing: Bool { get }
}

extension DateSorting {
  package var isPlacing: Bool { false }
}
