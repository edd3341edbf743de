extension Validators {
  /// Whether these are of another version than those, as far as both say; a weak tag is as good as a
  /// strong one for that (RFC 9110, 8.8.3.2).
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
