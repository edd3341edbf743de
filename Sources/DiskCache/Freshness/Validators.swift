/// The values that tell one version of a resource from another (RFC 9110, 8.8).
public struct Validators: Hashable, Sendable {
  /// An entity tag as it was sent, quotes and `W/` included.
  public var entityTag: String?

  /// A date as it was sent.
  public var lastModified: String?

  /// Makes validators of known values; empty by default.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Reads the validators of a response; a field without content counts as missing.
  public init(_ fields: HeaderFields) {
    entityTag = fields["ETag"].flatMap { $0.isEmpty ? nil : $0 }
    lastModified = fields["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether there is neither.
  public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

extension Validators {
  /// Whether these are of another version than those, as far as both say.
  ///
  /// A weak tag is as good as a strong one for that (RFC 9110, 8.8.3.2).
  func contradict(_ other: Validators) -> Bool {
    if let tag = entityTag?.withoutWeakness, let otherTag = other.entityTag?.withoutWeakness {
      return tag != otherTag
    }
    if let lastModified, let otherDate = other.lastModified { return lastModified != otherDate }
    return false
  }
}

extension String {
  fileprivate var withoutWeakness: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

/// The header fields of a response, found by name whatever its case (RFC 9110, 5.1).
///
/// Values came from a server and are not checked.
public struct HeaderFields: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Of two names that differ in case only, one wins.
  public init(_ fields: [String: String] = [:]) {
    for (name, value) in fields { values[name.lowercased()] = value }
  }

  /// Makes room for so many fields.
  package init(capacity: Int) { values.reserveCapacity(capacity) }

  /// The value of a field, by its name without regard to case; nil where there is none.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }
}
