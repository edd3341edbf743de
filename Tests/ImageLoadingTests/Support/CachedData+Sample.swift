import DiskCache
import FoundationEssentials

@testable import ImageLoading

extension StoredBody {
  /// Three bytes, all that there are, stored at 900.
  static func sample(
    freshUntil: Int, tag: String? = "\"v1\"", whenDisconnected: Bool = true
  ) -> StoredBody {
    .whole(.sample(freshUntil: freshUntil, tag: tag, whenDisconnected: whenDisconnected))
  }

  /// The first bytes of many, stored at 900.
  static func beginning(_ bytes: Int, of whole: Int, freshUntil: Int) -> StoredBody {
    let metadata = CachedData.sample(freshUntil: freshUntil).metadata
    return .beginning(
      PartialDownload(bytes: Data(count: bytes), of: whole, metadata.validators), metadata)
  }
}

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
