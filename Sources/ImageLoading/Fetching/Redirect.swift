import FoundationEssentials
import Raster

/// Where a server sends us on to.
enum Redirect {
  /// Resolves a `Location` against the URL that gave it (RFC 9110, 10.2.2), and checks it.
  ///
  /// Only `http` and `https` are followed: a server must not make us read local files. What was asked
  /// for with `https` does not end in the open. Name and password stay with the origin (scheme, host
  /// and port) that they were meant for, and are not taken from a redirect to another.
  static func target(of location: String, from url: URL) throws(ImageError) -> URL {
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL,
      case .server = try? ByteSource(of: target),
      target.origin.scheme == "https" || url.origin.scheme == "http"
    else { throw .refusedRedirect(to: Credentials.removed(from: location)) }
    if target.hasOrigin(of: url) { return target }

    var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    guard let stripped = components?.url else {
      throw .refusedRedirect(to: Credentials.removed(from: location))
    }
    return stripped
  }
}

extension URL {
  /// Whether it is of the same scheme, host and port.
  func hasOrigin(of other: URL) -> Bool { origin == other.origin }

  /// Scheme, host and port, written in one way (RFC 6454, 4).
  fileprivate var origin: (scheme: String, host: String, port: Int) {
    let scheme = scheme?.lowercased() ?? ""
    let host = host(percentEncoded: true)?.lowercased() ?? ""
    return (scheme, host, port ?? (scheme == "https" ? 443 : 80))
  }
}
