import DiskCache
import FoundationEssentials

extension CachedData {
  /// Three bytes, stored at 900.
  static func sample(
    freshUntil: Int, tag: String? = "\"v1\"", whenDisconnected: Bool = true
  ) -> CachedData {
    CachedData(
      bytes: Data([5, 5, 5]),
      metadata: CacheMetadata(
        validators: Validators(entityTag: tag),
        freshness: Freshness(
          storedAt: 900, freshUntil: freshUntil, mayBeShownWhenDisconnected: whenDisconnected)))
  }
}
