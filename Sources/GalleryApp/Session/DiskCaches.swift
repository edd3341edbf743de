import DiskCache
import ThumbnailStore

/// What a program keeps on disk, in one folder and under one limit.
package struct DiskCaches: Sendable {
  /// What came from servers, and thumbnails of it.
  package let data: DataCache
  /// Thumbnails of local files.
  package let thumbnails: ThumbnailStore

  /// Names a folder; the first entry of either makes it.
  ///
  /// - Parameter limitBytes: of both together; each may have what the other leaves, and half at least.
  package init(folder: String, limitBytes: Int) {
    let alone = DataCache(folder: folder, limitBytes: limitBytes)
    let thumbnails = ThumbnailStore(
      folder: folder, limitBytes: limitBytes, neighborBytes: { alone.usage().bytes })
    data = DataCache(
      folder: folder, limitBytes: limitBytes, neighborBytes: { thumbnails.usedBytes() })
    self.thumbnails = thumbnails
  }
}
