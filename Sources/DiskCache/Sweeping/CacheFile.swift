/// A file of the cache as a sweep sees it.
struct CacheFile: Hashable {
  let key: CacheKey
  /// What it takes on the disk, which gives room away by the block.
  let bytes: Int
  /// In seconds since 1970.
  let lastUse: Int

  init(key: CacheKey, bytes: Int, lastUse: Int) {
    self.key = key
    // Cut off where a file that claims more than any disk has would overflow the sum.
    let counted = min(max(bytes, 0), 1 << 40)
    self.bytes = (counted + Self.blockBytes - 1) / Self.blockBytes * Self.blockBytes
    self.lastUse = lastUse
  }

  private static let blockBytes = 4_096
}
