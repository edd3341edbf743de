import Foundation
import Raster

/// The URL that a transfer's bytes come from, and the request for them; both change with each redirect.
struct TransferRoute: Sendable {
  /// More hops than this are taken for a loop.
  static let maxRedirects = 5

  private(set) var url: URL
  /// The condition of the current request.
  private(set) var condition: DataRequest.Condition
  /// The caller's header fields that go there.
  private var headers: [String: String]
  private var cookies = ChainCookies()
  private var redirects = 0
  /// How the server packs the body although that was not asked for; nil unless the transport unpacks it.
  private(set) var packing: String?

  init(of request: DataRequest) {
    url = request.url
    condition = request.condition.sendable
    headers = request.headers
  }

  var isUnpacked: Bool { packing != nil }

  /// The header fields that go there, with the cookies that came from there.
  var fields: [String: String] {
    let name = headers.keys.first { $0.lowercased() == "cookie" } ?? "Cookie"
    guard let value = cookies.field(behind: headers[name]) else { return headers }
    return headers.merging([name: value]) { $1 }
  }

  /// Turns to where a redirect points.
  ///
  /// - Parameter cookies: the field `Set-Cookie` of the redirect.
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

  /// Turns to an unpacked body; false if it does not come packed, or only a part of it was asked for.
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
  /// Resolves a `Location` against the URL that gave it (RFC 9110, 10.2.2), and checks it.
  ///
  /// Only `http` and `https` are followed: a server must not make us read local files. What was asked
  /// for with `https` does not end in the open. Name and password stay with the origin (scheme, host
  /// and port) that they were meant for, and are not taken from a redirect to another.
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
