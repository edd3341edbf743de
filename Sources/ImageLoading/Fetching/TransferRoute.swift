import Foundation
import Raster

/// The current URL and condition of a transfer; both change with each redirect.
struct TransferRoute: Sendable {
  /// The maximum number of redirects; more are treated as a loop.
  static let maxRedirects = 5

  private(set) var url: URL
  /// The condition of the current request.
  private(set) var condition: DataRequest.Condition
  /// The caller's header fields for this origin.
  private var headers: [String: String]
  private var cookies = ChainCookies()
  private var redirects = 0
  /// The content encoding that the server used unasked; if not nil, the transport decompresses the body.
  private(set) var packing: String?

  init(of request: DataRequest) {
    url = request.url
    condition = request.condition.sendable
    headers = request.headers
  }

  var isUnpacked: Bool { packing != nil }

  /// The header fields for this URL, including the cookies from its origin.
  var fields: [String: String] {
    let name = headers.keys.first { $0.lowercased() == "cookie" } ?? "Cookie"
    guard let value = cookies.field(behind: headers[name]) else { return headers }
    return headers.merging([name: value]) { $1 }
  }

  /// Follows a redirect.
  ///
  /// - Parameter cookies: the `Set-Cookie` field of the redirect.
  mutating func redirect(to location: String, cookies: String?) throws(ImageError) {
    guard redirects < Self.maxRedirects else {
      throw .tooManyRedirects(limit: Self.maxRedirects)
    }
    redirects += 1
    let target = try Redirect.target(of: location, from: url)
    if !target.hasOrigin(of: url) {
      condition = condition.elsewhere
      headers = [:]
      self.cookies.removeAll()
    } else if let cookies {
      self.cookies.add(cookies)
    }
    url = target
  }

  /// Switches to a decompressed body; returns false if it isn't compressed, or only a part was requested.
  mutating func unpack(after head: ResponseHead) -> Bool {
    guard packing == nil, condition.offset == 0, head.hasBody, head.status != 206,
      let encoding = head.contentEncoding
    else { return false }
    packing = encoding
    return true
  }
}

/// The target of a redirect.
enum Redirect {
  /// Resolves a `Location` against the URL that sent it (RFC 9110, 10.2.2), and checks it.
  ///
  /// Only `http` and `https` are followed, because a server must not make us read local files, and
  /// `https` never leads to `http`. A user name and password are dropped from a redirect to another
  /// origin (scheme, host or port).
  static func target(of location: String, from url: URL) throws(ImageError) -> URL {
    guard let target = URL(escaping: location, relativeTo: url)?.absoluteURL,
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
