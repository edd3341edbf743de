import DiskCache
import FoundationEssentials

/// What a server says before the body.
public struct ResponseHead: Hashable, Sendable {
  /// 200 for a whole body, 206 for the rest of one, 304 for none because ours is still right.
  public let status: Int

  /// The announced length of this body, in bytes, if it was announced.
  public let expectedBytes: Int?

  /// The header fields, by name without regard to case.
  public let fields: HeaderFields

  /// Whether its connection carries many answers at a time, as HTTP/2 has it: false by default.
  ///
  /// Then more loads of what is on screen may be under way than there are connections.
  public let isMultiplexed: Bool

  /// Whether the body ends where its connection does, so that no one knows whether all of it came: false by default.
  package var endsWithConnection = false

  /// Where the answer came from, after redirects; nil if the loader does not say.
  package var url: URL?

  /// Makes a head, as a loader of your own reports it.
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
  /// Why what follows is not worth receiving; nil if it is.
  func refusal(asking condition: DataRequest.Condition, limits: ImageLimits) -> ImageError? {
    if isUnchanged(asking: condition) { return nil }
    guard hasBody, status != 206 || condition.offset > 0 else { return .status(status) }
    // The request did not ask for it, and it could inflate to anything.
    if let encoding = contentEncoding { return .contentEncoding(encoding) }
    let offset = status == 206 ? condition.offset : 0
    let (whole, overflow) = offset.addingReportingOverflow(expectedBytes ?? 0)
    if overflow || whole > limits.maxBytes {
      return .tooLarge(bytes: overflow ? .max : whole, limit: limits.maxBytes)
    }
    return nil
  }

  /// Whether a cache may keep it: any success does if the server states a lifetime (RFC 9111, 3), unless nothing tells
  /// a whole body from a part.
  var mayBeCached: Bool {
    !endsWithConnection && hasCachedStatus
  }

  private var hasCachedStatus: Bool {
    [200, 203, 206].contains(status) || fields["Expires"] != nil
      || fields["Cache-Control"]?.lowercased().contains("max-age") == true
  }

  /// Which part of a whole the body is; nil if it does not say, or says it badly.
  var contentRange: ContentRange? { fields["Content-Range"].flatMap(ContentRange.init) }

  /// Whether it came from a host itself, and not from another one that it named.
  func isFrom(_ host: String) -> Bool {
    guard let url, let source = try? ByteSource(of: url) else { return true }
    return source == .server(host: host)
  }

  /// Whether a body of a picture may follow, be it the whole or the rest of one.
  var hasBody: Bool { (200...299).contains(status) }

  /// How the body is packed; nil if it is not.
  ///
  /// Servers also write things here that are no packing, such as `UTF-8` or `aws-chunked`.
  var contentEncoding: String? {
    guard let encoding = fields["Content-Encoding"] else { return nil }
    let names = encoding.lowercased().split { $0 == "," || $0 == " " }
    return names.contains { Self.packings.contains($0) } ? encoding : nil
  }

  /// The packings that servers use (IANA, HTTP Content Coding Registry).
  private static let packings: Set<Substring> = [
    "gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress",
  ]

  /// The head of a body that is unpacked on its way: its length is not known, and no part of it can be asked for.
  var unpacked: ResponseHead {
    var fields = fields
    for name in ["Content-Encoding", "Content-Length", "Accept-Ranges"] { fields[name] = nil }
    var head = ResponseHead(status: status, fields: fields, isMultiplexed: isMultiplexed)
    head.endsWithConnection = endsWithConnection
    return head
  }

  /// Whether the server, asked for that, says that the stored version is still right.
  private func isUnchanged(asking condition: DataRequest.Condition) -> Bool {
    guard status == 304, case .unlessMatching = condition else { return false }
    return true
  }
}

extension ResponseHead {
  /// What stands for these very bytes, if there is such a thing.
  ///
  /// A strong entity tag; a weak one is none. Without a tag, a date of last modification that is at
  /// least a second older than the response: within that second there could have been another change
  /// (RFC 9110, 8.8.2.2).
  var strongValidator: Validators? {
    guard let validator = Validators(fields).sendable.forRange else { return nil }
    guard let lastModified = validator.lastModified else { return validator }
    // The century of two digits does not matter, because both dates get the same one.
    guard let modified = HTTPDate(lastModified, now: 0), let date = fields["Date"],
      let sent = HTTPDate(date, now: 0), modified.secondsSince1970 < sent.secondsSince1970
    else { return nil }
    return validator
  }
}
