/// The values that distinguish versions of a resource (RFC 9110, 8.8).
public struct Validators: Hashable, Sendable {
  /// An entity tag as received, including quotes and `W/`.
  public var entityTag: String?

  /// A date as received.
  public var lastModified: String?

  /// Creates validators; empty by default.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Reads the validators of a response; an empty field counts as missing.
  public init(_ fields: HeaderFields) {
    entityTag = fields["ETag"].flatMap { $0.isEmpty ? nil : $0 }
    lastModified = fields["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether both are missing.
  public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

extension Validators {
  /// Whether both are present and of different versions.
  ///
  /// Weak and strong tags are compared alike (RFC 9110, 8.8.3.2).
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

/// The header fields of a response, with case-insensitive names (RFC 9110, 5.1).
///
/// Values are from a server and unchecked.
public struct HeaderFields: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Creates fields; if names differ only in case, any of them is used.
  public init(_ fields: [String: String] = [:]) {
    for (name, value) in fields { values[name.lowercased()] = value }
  }

  /// Reserves capacity for a number of fields.
  package init(capacity: Int) { values.reserveCapacity(capacity) }

  /// The value of a field, by its case-insensitive name; nil if missing.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }
}
