import FoundationEssentials

/// The bytes of a response as they came, and what is known about them.
public struct CachedData: Sendable {
  public var bytes: Data
  public var metadata: CacheMetadata

  public init(bytes: Data, metadata: CacheMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }
}
