import DiskCache

extension Validators {
  /// Those that are fit for a header field, as far as that can be seen.
  var sendable: Validators {
    Validators(
      entityTag: entityTag.flatMap { $0.isEntityTag ? $0 : nil },
      lastModified: lastModified.flatMap { $0.isFieldValue ? $0 : nil })
  }

  /// The one that may stand in `If-Range`: a strong entity tag, else the date (RFC 9110, 13.1.5).
  ///
  /// With both present the tag is the better one; a weak one is none.
  var forRange: Validators? {
    if let entityTag, !entityTag.hasPrefix("W/") { return Validators(entityTag: entityTag) }
    if entityTag == nil, let lastModified { return Validators(lastModified: lastModified) }
    return nil
  }
}

extension String {
  /// RFC 9110, 8.8.3: quoted, perhaps weak, and only one, because `*` and lists mean something else.
  fileprivate var isEntityTag: Bool {
    let opaque = hasPrefix("W/") ? dropFirst(2) : self[...]
    return isFieldValue && opaque.utf8.count >= 2 && opaque.hasPrefix("\"")
      && opaque.hasSuffix("\"")
      && !opaque.dropFirst().dropLast().contains("\"")
  }

  /// No line ends or other control characters, and no length that a server would refuse.
  fileprivate var isFieldValue: Bool {
    !isEmpty && utf8.count <= 1_024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
