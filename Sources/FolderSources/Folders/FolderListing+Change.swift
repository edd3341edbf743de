import GalleryItems
import Prefetching

extension FolderListing {
  /// A file in one of the folders.
  struct File: Hashable {
    let name: [UInt8]
    /// The number of its folder; the root is 0.
    var folder = 0

    init(name: [UInt8], folder: Int = 0) {
      self.name = name
      self.folder = folder
    }

    init(_ name: NameTable.Name) { self.init(name: Array(name.bytes), folder: name.folder) }
  }

  /// The pictures as they are now, and how they come from those of the change before.
  struct Change {
    let snapshot: FolderSnapshot
    /// Nil if any picture may be anywhere.
    let changes: ItemChanges?
    let sections: StayingSections
    let reloaded: [ItemID]
  }
}
