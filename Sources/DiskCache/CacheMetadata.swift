import FoundationEssentials

/// The version and the freshness of stored bytes.
public struct CacheMetadata: Hashable, Sendable {
  /// The server's validators for this version.
  public var validators: Validators
  /// The time for which the bytes may be used without asking the server.
  public var freshness: Freshness

  /// Creates metadata.
  public init(validators: Validators, freshness: Freshness) {
    self.validators = validators
    self.freshness = freshness
  }

  /// Reads the header fields of a complete response; nil if it must not be stored.
  ///
  /// - Parameters:
  ///   - fields: the header fields of the response.
  ///   - now: the time of the response, in seconds since 1970.
  public init?(_ fields: HeaderFields, receivedAt now: Int) {
    guard let freshness = Freshness(fields, receivedAt: now) else { return nil }
    self.init(validators: Validators(fields), freshness: freshness)
  }

  /// The metadata after a 304; validators that the response does not repeat are kept (RFC 9111,
  /// 3.2).
  ///
  /// Nil if the bytes must not be stored any longer, or if the response confirms another version
  /// (RFC 9111, 4.3.4).
  ///
  /// - Parameters:
  ///   - fields: the header fields of the 304.
  ///   - now: the time of the response, in seconds since 1970.
  public func confirmed(by fields: HeaderFields, receivedAt now: Int) -> CacheMetadata? {
    let new = Validators(fields)
    guard !new.contradict(validators) else { return nil }
    let kept = Validators(
      entityTag: new.entityTag ?? validators.entityTag,
      lastModified: new.lastModified ?? validators.lastModified)
    return Freshness(fields, receivedAt: now, lastModified: kept.lastModified).map {
      CacheMetadata(validators: kept, freshness: $0)
    }
  }

  /// Returns the latest of some newer metadata, ignoring that of other versions.
  ///
  /// Another process may have stored a version between a request and its 304. That version must not
  /// get the tag of the confirmed one.
  func updated(by newer: [CacheMetadata]) -> CacheMetadata {
    newer.reduce(self) { known, new in
      new.validators.contradict(known.validators) ? known : new
    }
  }
}

/// The bytes of a response as received, with their metadata.
public struct CachedData: Sendable {
  /// The body as received.
  public var bytes: Data
  /// The metadata of the body.
  public var metadata: CacheMetadata

  /// Creates an entry.
  public init(bytes: Data, metadata: CacheMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }
}
