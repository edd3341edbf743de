import FoundationEssentials

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
    case "file", "data":
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
