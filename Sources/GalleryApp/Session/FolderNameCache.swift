import Dispatch
import FoundationEssentials
import ImageSources
import ThumbnailStore

/// Keeps the names of large folders beside the thumbnails of their pictures.
///
/// A folder that changes has another identity, so that names never need to be removed: the store forgets what was not
/// asked for.
package final class FolderNameCache: FolderMemory {
  /// What stands in a key in place of a thumbnail's class of sizes, for the first part of the names.
  private static let firstPart: UInt32 = 0x464E_0100
  /// A million names are several parts, because an entry of the store may have 4 MB.
  private static let partBytes = 2 << 20

  private let store: ThumbnailStore
  private let queue = DispatchQueue(label: "folder names", qos: .utility)

  package init(in store: ThumbnailStore) { self.store = store }

  package func entries(of folder: FolderIdentity) -> FolderEntries? {
    guard let first = part(0, of: folder), let count = first.first else { return nil }
    var bytes = first.dropFirst()
    for number in 1..<max(1, Int(count)) {
      guard let part = part(number, of: folder) else { return nil }
      bytes += part
    }
    return FolderEntries(encoded: Array(bytes))
  }

  package func keep(_ entries: FolderEntries, of folder: FolderIdentity) {
    queue.async { [self] in
      let bytes = entries.encoded
      let starts = Array(stride(from: 0, to: bytes.count, by: Self.partBytes))
      guard let count = UInt8(exactly: starts.count) else { return }
      // The first one says how many there are, so it comes last.
      for (number, start) in starts.enumerated().reversed() {
        let part = bytes[start...].prefix(Self.partBytes)
        let isStored = store.store(
          Data(number == 0 ? [count] + part : Array(part)), for: key(number, of: folder))
        if !isStored { return }
      }
    }
  }

  /// Blocks until everything is kept, or the time is over.
  package func flush(within limit: Duration = .seconds(5)) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + limit / .seconds(1))
  }

  private func part(_ number: Int, of folder: FolderIdentity) -> Data? {
    store.bytes(for: key(number, of: folder))
  }

  private func key(_ part: Int, of folder: FolderIdentity) -> ThumbnailKey {
    let file = FileIdentity(
      device: folder.device, inode: folder.inode, size: folder.bytes,
      modified: Int64(folder.changedAt))
    return ThumbnailKey(file: file, scale: Self.firstPart + UInt32(part))
  }
}
