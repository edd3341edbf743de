import DiskCache
import ThumbnailStore

/// The disk caches of a program, in one folder and under one limit.
package struct DiskCaches: Sendable {
  /// The data from servers, and their thumbnails.
  package let data: DataCache
  /// The thumbnails of local files.
  package let thumbnails: ThumbnailCache

  /// Creates the caches in a folder, which is made for the first entry.
  ///
  /// When one cache checks its size, the other does too, because both share the limit.
  ///
  /// - Parameter limitBytes: the limit of both together; each may use what the other leaves, and at least half.
  package init(folder: String, limitBytes: Int) {
    // These know no neighbor, to avoid recursion.
    let alone = DataCache(folder: folder, limitBytes: limitBytes)
    let files = ThumbnailCache(folder: folder, limitBytes: limitBytes)
    let thumbnails = ThumbnailCache(
      folder: folder, limitBytes: limitBytes,
      neighborBytes: { alone.makeRoom(beside: files.usedBytes()) })
    data = DataCache(
      folder: folder, limitBytes: limitBytes,
      neighborBytes: {
        thumbnails.sweepSoon()
        return thumbnails.usedBytes()
      })
    self.thumbnails = thumbnails
  }
}
