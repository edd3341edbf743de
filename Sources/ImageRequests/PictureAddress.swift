import Archives
import DiskCache
import FoundationEssentials
import Raster

/// The identity of a picture before it is fetched: its URL, and the header fields of its request.
///
/// A server may have different pictures at one URL, depending on the user that a header field names.
package struct PictureAddress: Hashable, Sendable {
  package let url: URL
  /// The header fields for the server; nil if there are none, or for a local URL.
  ///
  /// Nil is the fastest to compare, which every lookup in memory does.
  package let headers: RequestHeaders?

  package init(url: URL, headers: RequestHeaders) {
    self.url = url
    self.headers = headers.isEmpty || url.isLocal ? nil : headers
  }

  /// Whether its bytes may go into the disk cache, which identifies pictures by URL alone.
  package var isKeptOnDisk: Bool { headers == nil }
}

extension URL {
  /// Whether its bytes are local: in a file, in an archive, or in the URL itself.
  package var isLocal: Bool {
    if case .local = try? ByteSource(of: self) { true } else { false }
  }
}

/// The source of a URL's bytes.
package enum ByteSource: Hashable, Sendable {
  /// A server; transfers are limited per `host`.
  case server(host: String)
  /// A file, an archive, or the URL itself.
  case local

  /// Determines the source; throws for an unsupported URL.
  package init(of url: URL) throws(ImageError) {
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

  /// Throws unless the URL is `http` or `https`.
  package static func requireServer(_ url: URL) throws(ImageError) {
    if case .local = try ByteSource(of: url) { throw .unsupportedScheme(url.scheme ?? "") }
  }
}

extension URL {
  /// The text without user name and password, for display.
  package var shownText: String { Credentials.removed(from: absoluteString) }

  /// The identity of its bytes in the disk cache; empty if they must not be cached.
  ///
  /// A URL with a user name has an entry of its own, with a hash of the name and without the
  /// password. A password without a name doesn't tell whose the bytes are, so they are not cached.
  package var cacheIdentity: String {
    let name = user(percentEncoded: true) ?? ""
    if name.isEmpty, password(percentEncoded: true) == nil { return absoluteString }
    let shown = shownText
    // No URL contains a blank.
    return name.isEmpty ? "" : CacheKey("\(shown) \(name)").map { "\(shown) \($0)" } ?? ""
  }
}
