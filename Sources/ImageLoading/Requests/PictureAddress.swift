import Archives
import DiskCache
import FoundationEssentials
import Raster

/// What tells one picture from another before it is fetched: its URL, and the header fields of its
/// request.
///
/// A server may have another picture at the same URL for a header field that names another person.
struct PictureAddress: Hashable, Sendable {
  let url: URL
  /// The header fields for the server; a file and a `data` URL have no server.
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
  /// Whether its bytes are here: in a file, in an archive, or in the URL itself.
  package var isLocal: Bool {
    if case .local = try? ByteSource(of: self) { true } else { false }
  }
}

/// Where the bytes of a URL come from.
enum ByteSource: Hashable, Sendable {
  /// From a server; `host` is what the limit of transfers per host counts by.
  case server(host: String)
  /// From a file, or out of the URL itself.
  case local

  /// Tells the sources apart, and refuses what is neither.
  init(of url: URL) throws(ImageError) {
    switch url.scheme?.lowercased() {
    case "http", "https":
      guard let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty else {
        throw .badURL(url.shownText)
      }
      self = .server(host: url.port.map { "\(host):\($0)" } ?? host)
    case "file", "data", ArchivedFile.scheme:
      self = .local
    case nil:
      throw .badURL(url.shownText)
    case let scheme?:
      throw .unsupportedScheme(scheme)
    }
  }

  /// Refuses whatever is not `http` or `https`.
  static func requireServer(_ url: URL) throws(ImageError) {
    if case .local = try ByteSource(of: url) { throw .unsupportedScheme(url.scheme ?? "") }
  }
}

extension URL {
  /// What a person may see of it: everything but a name and a password.
  var shownText: String { Credentials.removed(from: absoluteString) }

  /// The identity of its bytes on disk; empty where they may not be kept there.
  ///
  /// Names have entries of their own, which reveal only a hash of a name, and nothing of a
  /// password. A password without a name does not say whose the bytes are.
  package var cacheIdentity: String {
    let name = user(percentEncoded: true) ?? ""
    if name.isEmpty, password(percentEncoded: true) == nil { return absoluteString }
    let shown = shownText
    // A blank is in no URL.
    return name.isEmpty ? "" : CacheKey("\(shown) \(name)").map { "\(shown) \($0)" } ?? ""
  }
}
