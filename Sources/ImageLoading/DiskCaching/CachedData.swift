import FoundationEssentials

/// The bytes of a response as they came, and what is known about them.
public struct CachedData: Sendable {
  public var bytes: Data
  public var metadata: CacheMetadata

  public init(bytes: Data, metadata: CacheMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }

  /// With other metadata, unless that is of another version than the bytes.
  ///
  /// Somebody else may have stored a version between a request and its 304; it does not get the tag of
  /// the one that was confirmed.
  func confirmed(_ metadata: CacheMetadata) -> CachedData {
    if metadata.validators.contradict(self.metadata.validators) { return self }
    return CachedData(bytes: bytes, metadata: metadata)
  }
}
