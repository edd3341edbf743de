import FoundationEssentials

/// The version of stored bytes, and how long they are good for.
public struct CacheMetadata: Hashable, Sendable {
  /// The server's names for this version.
  public var validators: Validators
  /// How long the bytes may be shown without asking the server.
  public var freshness: Freshness

  /// Makes metadata of known values.
  public init(validators: Validators, freshness: Freshness) {
    self.validators = validators
    self.freshness = freshness
  }

  /// Reads the header fields of a complete response; nil if it must not be stored.
  ///
  /// - Parameters:
  ///   - fields: the header fields of the response.
  ///   - now: when the response came, in seconds since 1970.
  public init?(_ fields: HeaderFields, receivedAt now: Int) {
    guard let freshness = Freshness(fields, receivedAt: now) else { return nil }
    self.init(validators: Validators(fields), freshness: freshness)
  }

  /// The metadata after a 304: validators that the response does not repeat stay (RFC 9111, 3.2).
  ///
  /// Nil if the bytes must not be kept any longer, or if the response confirms another version than
  /// they are (RFC 9111, 4.3.4).
  ///
  /// - Parameters:
  ///   - fields: the header fields of the 304.
  ///   - now: when the response came, in seconds since 1970.
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

  /// Returns the latest of some metadata that came after this, and passes over other versions.
  ///
  /// Another process may have stored a version between a request and its 304. That version does not
  /// get the tag of the one that was confirmed.
  func updated(by newer: [CacheMetadata]) -> CacheMetadata {
    newer.reduce(self) { known, new in
      new.validators.contradict(known.validators) ? known : new
    }
  }
}

/// The bytes of a response as they came, and what is known about them.
public struct CachedData: Sendable {
  /// The body, as the server sent it.
  public var bytes: Data
  /// What is known of the body.
  public var metadata: CacheMetadata

  /// Makes an entry.
  public init(bytes: Data, metadata: CacheMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }
}
