import DiskCache
import FoundationEssentials
import ImageRequests

/// The head of a server's response.
public struct ResponseHead: Hashable, Sendable {
  /// The status: 200 for a whole body, 206 for a part of one, 304 if the cached body is current.
  public let status: Int

  /// The announced length of this body in bytes, if any.
  public let expectedBytes: Int?

  /// The header fields, with case-insensitive names.
  public let fields: HeaderFields

  /// Whether the connection carries many requests at a time, as with HTTP/2; false by default.
  ///
  /// If so, more loads of visible pictures may run than there are connections.
  public let isMultiplexed: Bool

  /// Whether the body ends with its connection, so that a truncated one looks complete; false by default.
  package var endsWithConnection = false

  /// The URL of the response, after redirects; nil if the loader doesn't report it.
  package var url: URL?

  /// Creates a head, as reported by a custom loader.
  public init(
    status: Int, expectedBytes: Int? = nil, fields: HeaderFields = HeaderFields(),
    isMultiplexed: Bool = false
  ) {
    self.status = status
    self.expectedBytes = expectedBytes
    self.fields = fields
    self.isMultiplexed = isMultiplexed
  }
}

extension ResponseHead {
  /// Returns the error if the body is not worth receiving, else nil.
  package func refusal(asking condition: DataRequest.Condition, limits: ImageLimits) -> ImageError?
  {
    if isUnchanged(asking: condition) { return nil }
    guard hasBody, status != 206 || condition.offset > 0 else { return .status(status) }
    // The request did not ask for it, and it could expand to any size.
    if let encoding = contentEncoding { return .contentEncoding(encoding) }
    let offset = status == 206 ? condition.offset : 0
    let (whole, overflow) = offset.addingReportingOverflow(expectedBytes ?? 0)
    if overflow || whole > limits.maxBytes {
      return .tooLarge(bytes: overflow ? .max : whole, limit: limits.maxBytes)
    }
    return nil
  }

  /// Whether a cache may store the response.
  ///
  /// Any success may be stored if the server states a lifetime (RFC 9111, 3), unless a truncated
  /// body would look complete.
  var mayBeCached: Bool {
    !endsWithConnection && hasCachedStatus
  }

  private var hasCachedStatus: Bool {
    [200, 203, 206].contains(status) || fields["Expires"] != nil
      || fields["Cache-Control"]?.lowercased().contains("max-age") == true
  }

  /// The range of the body within the whole; nil if missing or malformed.
  var contentRange: ContentRange? { fields["Content-Range"].flatMap(ContentRange.init) }

  /// Whether the response came from this host, and not from the target of a redirect.
  package func isFrom(_ host: String) -> Bool {
    guard let url, let source = try? ByteSource(of: url) else { return true }
    return source == .server(host: host)
  }

  /// Whether the response has a body: the whole, or a part of it.
  package var hasBody: Bool { (200...299).contains(status) }

  /// The content encoding of the body, if there is one.
  ///
  /// Servers also send other values in this field, such as `UTF-8` or `aws-chunked`.
  package var contentEncoding: String? {
    guard let encoding = fields["Content-Encoding"] else { return nil }
    let names = encoding.lowercased().split { $0 == "," || $0 == " " }
    return names.contains { Self.packings.contains($0) } ? encoding : nil
  }

  /// The content encodings that servers use (IANA, HTTP Content Coding Registry).
  private static let packings: Set<Substring> = [
    "gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress",
  ]

  /// The head of a body that is decompressed during its transfer: its length is unknown, and it has no ranges.
  package var unpacked: ResponseHead {
    var fields = fields
    for name in ["Content-Encoding", "Content-Length", "Accept-Ranges"] { fields[name] = nil }
    var head = ResponseHead(status: status, fields: fields, isMultiplexed: isMultiplexed)
    head.endsWithConnection = endsWithConnection
    return head
  }

  /// Whether the server confirms that the cached version is current, as it was asked.
  private func isUnchanged(asking condition: DataRequest.Condition) -> Bool {
    guard status == 304, case .unlessMatching = condition else { return false }
    return true
  }
}

extension ResponseHead {
  /// The strong validator of these bytes, if there is one.
  ///
  /// It is a strong entity tag. Without any tag, it is a modification date at least a second older
  /// than the response: within that second there could have been another change (RFC 9110,
  /// 8.8.2.2).
  var strongValidator: Validators? {
    guard let validator = Validators(fields).sendable.forRange else { return nil }
    guard let lastModified = validator.lastModified else { return validator }
    // The century of a two-digit year doesn't matter, because both dates get the same one.
    guard let modified = HTTPDate(lastModified, now: 0), let date = fields["Date"],
      let sent = HTTPDate(date, now: 0), modified.secondsSince1970 < sent.secondsSince1970
    else { return nil }
    return validator
  }
}
