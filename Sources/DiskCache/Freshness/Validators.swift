/// What tells one version of a resource from another (RFC 9110, 8.8).
public struct Validators: Hashable, Sendable {
  /// An entity tag as it was sent, quotes and `W/` included.
  public var entityTag: String?

  /// A date as it was sent.
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Those of a response; a field without content counts as missing.
  public init(_ fields: HeaderFields) {
    entityTag = fields["ETag"].flatMap { $0.isEmpty ? nil : $0 }
    lastModified = fields["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether there is neither.
  public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
