import Archives
import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems
import Synchronization

/// The pictures in a zip archive, in natural order; its folders are sections.
///
/// Names in an archive never lead to files outside of it.
package final class ArchiveSource: LiveSource {
  package static let endings = ["zip", "cbz"]
  /// The signature of an archive with at least one file.
  package static let mark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  private let path: String
  private let directory: ZipDirectory
  private let error = Mutex<SourceError?>(nil)

  /// Reads the central directory of an archive.
  package init(_ path: String) throws(SourceError) {
    guard ArchivedFile.library != nil else {
      throw .packageMissing(path, package: ArchivedFile.package)
    }
    self.path = path
    do throws(ArchiveError) {
      directory = try ZipDirectory(path: Array(path.utf8))
    } catch {
      throw .unreadable(path, reason: error.description)
    }
  }

  package var beginning: AnyItemSnapshot { AnyItemSnapshot(listing.snapshot) }

  package var failure: SourceError? { error.withLock { $0 } }

  package func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    onThread("source", 0) { [self] in
      do throws(SourceError) {
        let snapshot = try read()
        let items = 0..<snapshot.numberOfItems(inSection: 0)
        post(SnapshotChange(to: snapshot, by: ItemChanges(inserted: RangeSet(items))))
      } catch {
        self.error.withLock { $0 = error }
        post(SnapshotChange(to: beginning, by: ItemChanges()))
      }
    }
  }

  /// Reads the names of all files.
  ///
  /// - Complexity: O(*n* log *n*).
  package func read() throws(SourceError) -> AnyItemSnapshot {
    var listing = listing
    do throws(ArchiveError) {
      try directory.forEach { name, record in listing.add(archived: name, at: record) }
    } catch {
      throw .unreadable(path, reason: error.description)
    }
    guard let change = listing.takeChange() else { throw .empty(path) }
    return AnyItemSnapshot(change.snapshot)
  }

  private var listing: FolderListing {
    var listing = FolderListing(root: Array(path.utf8), hasSections: true)
    let address = FileLocation.address(of: Array(path.utf8)).dropFirst("file".count)
    listing.names.address = ArchivedFile.scheme + address + "/"
    return listing
  }
}

extension FolderListing {
  /// Adds a picture of an archive; hidden files are left out, as in a folder.
  fileprivate mutating func add(archived name: UnsafeRawBufferPointer, at record: Int) {
    let slash = UInt8(ascii: "/")
    let start = name.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let file = UnsafeRawBufferPointer(rebasing: name[start...])
    guard let first = file.first, first != UInt8(ascii: "."), PictureNames.suggestsPicture(file),
      !name.starts(with: "__MACOSX/".utf8)
    else { return }
    names.versions[UInt32(nameCount)] = record
    add(file, inFolder: number(ofFolder: Array(name[..<start])), status: nil)
  }
}
