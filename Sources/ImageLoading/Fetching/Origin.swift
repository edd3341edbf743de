import FoundationEssentials

/// The normalized scheme, host and port of a URL (RFC 6454, 4).
struct Origin: Equatable, Sendable {
  let scheme: String
  let host: String
  let port: Int
}

extension URL {
  var origin: Origin {
    let scheme = scheme?.lowercased() ?? ""
    return Origin(
      scheme: scheme, host: host(percentEncoded: true)?.lowercased() ?? "",
      port: port ?? (scheme == "https" ? 443 : 80))
  }

  /// Whether both URLs have the same scheme, host and port.
  func hasOrigin(of other: URL) -> Bool { origin == other.origin }
}
