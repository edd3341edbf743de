import FoundationEssentials

/// The scheme, host and port of a URL, written in one way (RFC 6454, 4).
struct Origin: Hashable, Sendable {
  let scheme: String
  let host: String
  let port: Int

  /// Whether no other could speak in its place: it is encrypted, or on this machine.
  var isSecure: Bool {
    scheme == "https" || ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host)
  }
}

extension URL {
  var origin: Origin {
    let scheme = scheme?.lowercased() ?? ""
    return Origin(
      scheme: scheme, host: host(percentEncoded: true)?.lowercased() ?? "",
      port: port ?? (scheme == "https" ? 443 : 80))
  }

  /// Whether it is of the same scheme, host and port.
  func hasOrigin(of other: URL) -> Bool { origin == other.origin }
}
