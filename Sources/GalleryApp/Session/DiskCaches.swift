import DiskCache
import ThumbnailStore

/// What a program keeps on disk, in one folder and under one limit.
package struct DiskCaches: Sendable {
  /// What came from servers, and thumbnails of it.
  package let data: DataCache
  /// Thumbnails of local files.
  package let thumbnails: ThumbnailCache

  /// Names a folder; the first entry of either makes it.
  ///
  /// When one looks whether it has too much, the other does too: what fits alone may not fit beside it.
  ///
  /// - Parameter limitBytes: of both together; each may have what the other leaves, and half at least.
  package init(folder: String, limitBytes: Int) {
    // These know of no neighbor, and do not ask back.
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
