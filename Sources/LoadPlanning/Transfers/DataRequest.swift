import DiskCache
import FoundationEssentials
import ImageRequests

/// A request for the bytes of a URL, optionally under a condition.
public struct DataRequest: Hashable, Sendable {
  /// The condition under which a server sends less than the whole body.
  public enum Condition: Hashable, Sendable {
    /// The whole body.
    case none
    /// The body, unless it still has these validators, which a 304 confirms (RFC 9110, 13.1).
    case unlessMatching(Validators)
    /// The body from this offset on if it is still this version, otherwise all of it.
    ///
    /// The validator must be strong (RFC 9110, 13.1.5 and 14.2).
    case from(offset: Int, ifMatching: Validators)
  }

  /// The kind of content to accept.
  package enum Content: Hashable, Sendable {
    case picture
    /// Any content, such as a list of pictures.
    case page
  }

  /// The content to accept: by default pictures, so that a web page is refused by its first bytes.
  package var content = Content.picture
  /// The `http` or `https` URL of the bytes.
  public var url: URL
  /// The limits of the transfer.
  ///
  /// `maxBytes` limits the offset plus the bytes received; the loader enforces `timeout`.
  public var limits: ImageLimits
  /// The condition of the request; `.none` by default.
  public var condition: Condition
  /// Custom header fields, sent only to the origin (scheme, host and port) of `url`.
  ///
  /// Empty by default. The pipeline has checked them. They may contain secrets and are never logged or stored.
  public var headers: [String: String] {
    get { ownHeaders.fields }
    set { ownHeaders = RequestHeaders(newValue) }
  }
  package private(set) var ownHeaders: RequestHeaders

  /// Creates a request for the whole body, unless there is a condition.
  public init(
    url: URL, limits: ImageLimits = ImageLimits(), condition: Condition = .none,
    headers: [String: String] = [:]
  ) {
    self.url = url
    self.limits = limits
    self.condition = condition
    ownHeaders = RequestHeaders(headers)
  }

  package var address: PictureAddress { PictureAddress(url: url, headers: ownHeaders) }
}

extension DataRequest.Condition {
  /// The condition to send to a server; without valid validators, it requests the whole body.
  ///
  /// Validators came from a server, perhaps through a file, and are checked here because they become header fields.
  package var sendable: Self {
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

  /// The condition that still applies after a redirect to another origin.
  ///
  /// Only an entity tag does, because two servers may well have files of the same date. A range
  /// does not: the parts of two files must never be joined.
  package var elsewhere: Self {
    guard case .unlessMatching(let validators) = self else { return .none }
    return Self.unlessMatching(Validators(entityTag: validators.entityTag)).sendable
  }

  /// The offset at which the requested body begins.
  package var offset: Int {
    if case .from(let offset, _) = self { offset } else { 0 }
  }

  /// The header fields that express the condition.
  package var fields: [String: String] {
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

extension Validators {
  /// The validators that are valid in a header field.
  package var sendable: Validators {
    Validators(
      entityTag: entityTag.flatMap { $0.isEntityTag ? $0 : nil },
      lastModified: lastModified.flatMap { $0.isFieldValue ? $0 : nil })
  }

  /// The validator for `If-Range`: a strong entity tag or, without any tag, the date (RFC 9110, 13.1.5).
  ///
  /// With a weak tag, there is none.
  var forRange: Validators? {
    if let entityTag, !entityTag.hasPrefix("W/") { return Validators(entityTag: entityTag) }
    if entityTag == nil, let lastModified { return Validators(lastModified: lastModified) }
    return nil
  }
}

extension String {
  /// Whether this is a single entity tag, weak or strong (RFC 9110, 8.8.3); `*` and lists mean something else.
  fileprivate var isEntityTag: Bool {
    let opaque = hasPrefix("W/") ? dropFirst(2) : self[...]
    return isFieldValue && opaque.utf8.count >= 2 && opaque.hasPrefix("\"")
      && opaque.hasSuffix("\"")
      && !opaque.dropFirst().dropLast().contains("\"")
  }

  /// Whether this has no control characters, and a length that servers accept.
  fileprivate var isFieldValue: Bool {
    !isEmpty && utf8.count <= 1_024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
