import FoundationEssentials

/// The normalized scheme, host and port of a URL (RFC 6454, 4).
package struct Origin: Equatable, Sendable {
  package let scheme: String
  package let host: String
  package let port: Int
}

extension URL {
  package var origin: Origin {
    let scheme = scheme?.lowercased() ?? ""
    return Origin(
      scheme: scheme, host: host(percentEncoded: true)?.lowercased() ?? "",
      port: port ?? (scheme == "https" ? 443 : 80))
  }

  /// Whether both URLs have the same scheme, host and port.
  package func hasOrigin(of other: URL) -> Bool { origin == other.origin }
}
