import DiskCache

extension DataRequest.Condition {
  /// What of it may go to a server: without validators that are none, it asks for the whole body.
  ///
  /// Validators came from some server, perhaps through a file, and become header fields here.
  var sendable: Self {
    switch self {
    case .none: return .none
    case .unlessMatching(let validators):
      let validators = validators.sendable
      return validators.isEmpty ? .none : .unlessMatching(validators)
    case .from(let offset, let validators):
      guard offset > 0, let validator = validators.sendable.forRange else { return .none }
      return .from(offset: offset, ifMatching: validator)
    }
  }

  /// What of it still holds once a redirect has led to another origin.
  ///
  /// Only an entity tag: two servers may well have files of the same date, and the rest of one file
  /// is never put behind the beginning of another.
  var elsewhere: Self {
    guard case .unlessMatching(let validators) = self else { return .none }
    return Self.unlessMatching(Validators(entityTag: validators.entityTag)).sendable
  }

  /// Where the body is to begin.
  var offset: Int {
    if case .from(let offset, _) = self { offset } else { 0 }
  }

  /// The header fields that say it.
  var fields: [String: String] {
    switch self {
    case .none: return [:]
    case .unlessMatching(let validators):
      var fields: [String: String] = [:]
      fields["If-None-Match"] = validators.entityTag
      fields["If-Modified-Since"] = validators.lastModified
      return fields
    case .from(let offset, let validators):
      var fields = ["Range": "bytes=\(offset)-"]
      fields["If-Range"] = validators.entityTag ?? validators.lastModified
      return fields
    }
  }
}
