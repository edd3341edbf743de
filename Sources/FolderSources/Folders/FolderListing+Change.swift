import GalleryItems
import Prefetching

extension FolderListing {
  /// A file in one of the folders.
  struct File: Hashable {
    let name: [UInt8]
    /// The number of its folder; the root has 0.
    var folder = 0

    init(name: [UInt8], folder: Int = 0) {
      self.name = name
      self.folder = folder
    }

    init(_ name: NameTable.Name) { self.init(name: Array(name.bytes), folder: name.folder) }
  }

  /// A snapshot of the pictures, and its changes since the one before.
  struct Change {
    let snapshot: FolderSnapshot
    /// The changes; nil if any picture may have moved anywhere.
    let changes: ItemChanges?
    let sections: StayingSections
    let reloaded: [ItemID]
  }
}
