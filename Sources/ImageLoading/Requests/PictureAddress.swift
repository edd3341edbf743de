import FoundationEssentials

/// What tells one picture from another before it is fetched: its URL, and what the server is asked with.
///
/// A server may have another picture at the same URL for whoever names somebody else in a header field.
struct PictureAddress: Hashable, Sendable {
  let url: URL
  /// Those that a server is asked with: of a file and a `data` URL nobody asks.
  ///
  /// Nil for none, which costs least to compare: every look into memory does.
  let headers: RequestHeaders?

  init(url: URL, headers: RequestHeaders) {
    self.url = url
    self.headers = headers.isEmpty || url.isLocal ? nil : headers
  }

  /// Whether what it gives may lie in the disk cache, which knows pictures by their URLs alone.
  var isKeptOnDisk: Bool { headers == nil }
}

extension URL {
  fileprivate var isLocal: Bool {
    if case .local = try? ByteSource(of: self) { true } else { false }
  }
}
