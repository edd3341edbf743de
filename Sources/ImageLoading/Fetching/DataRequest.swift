import DiskCache
import FoundationEssentials

/// Which bytes are wanted, and under which condition.
public struct DataRequest: Hashable, Sendable {
  /// What makes a server send less than everything.
  public enum Condition: Hashable, Sendable {
    /// The whole body.
    case none
    /// The body, unless it is still the version with these validators; then 304 (RFC 9110, 13.1).
    case unlessMatching(Validators)
    /// The body from this offset on, if it is still this version; otherwise all of it.
    ///
    /// The validator is a strong one (RFC 9110, 13.1.5 and 14.2).
    case from(offset: Int, ifMatching: Validators)
  }

  /// What a body may be.
  package enum Content: Hashable, Sendable {
    case picture
    /// Anything, such as a list of pictures.
    case page
  }

  /// What the body may be: a picture by default, so that a page in its place is refused at its head.
  package var content = Content.picture
  /// Where the bytes are: an `http` or `https` URL.
  public var url: URL
  /// The limits of the transfer.
  ///
  /// Their `maxBytes` bound the offset and what comes now, together; the loader keeps to their
  /// `timeout`.
  public var limits: ImageLimits
  /// What makes the server send less than everything; `.none` by default.
  public var condition: Condition
  /// Header fields of the caller's own, for the origin (scheme, host and port) of `url` and no
  /// other.
  ///
  /// None by default. The pipeline has checked them. They may be secrets and are never written
  /// down.
  public var headers: [String: String] {
    get { ownHeaders.fields }
    set { ownHeaders = RequestHeaders(newValue) }
  }
  private(set) var ownHeaders: RequestHeaders

  /// Makes a request for a whole body, unless a condition says otherwise.
  public init(
    url: URL, limits: ImageLimits = ImageLimits(), condition: Condition = .none,
    headers: [String: String] = [:]
  ) {
    self.url = url
    self.limits = limits
    self.condition = condition
    ownHeaders = RequestHeaders(headers)
  }

  var address: PictureAddress { PictureAddress(url: url, headers: ownHeaders) }
}

extension DataRequest.Condition {
  /// The part of the request that may go to a server: without valid validators, it asks for the
  /// whole body.
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

  /// The part of the request that still holds once a redirect has led to another origin.
  ///
  /// Only the entity tag of a condition holds: two servers may well have files of the same date.
  /// The rest of one file is never put behind the beginning of another.
  var elsewhere: Self {
    guard case .unlessMatching(let validators) = self else { return .none }
    return Self.unlessMatching(Validators(entityTag: validators.entityTag)).sendable
  }

  /// The offset at which the body begins.
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
