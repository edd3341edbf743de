import Foundation
import FoundationNetworking

/// A request to a server, in libcurl's terms.
struct CurlRequest: Sendable {
  let url: String
  /// Whether the request goes over TLS.
  let isSecure: Bool
  /// The header fields, each as a line of the request.
  let lines: [String]
  /// Whether only the head is wanted.
  let isHeadOnly: Bool
  /// How long nothing may come, in seconds; at least 1.
  let patience: Int
  /// Whether the transport unpacks the body: it does unless the request itself says how it may be
  /// packed.
  let isUnpacked: Bool
  /// Whether no connection will do that is there already.
  let usesNewConnection: Bool

  /// - Parameter defaults: what is sent unless the request has a field of that name.
  /// - Throws: `unsupportedURL` for anything but a GET or HEAD request to a server.
  init(_ request: URLRequest, defaults: [RequestField] = []) throws(URLError) {
    guard let url = request.url, Self.canAsk(request) else { throw URLError(.unsupportedURL) }
    self.url = url.absoluteString
    isSecure = url.scheme?.isSameToken(as: "https") == true
    isHeadOnly = request.httpMethod == "HEAD"
    let own = request.allHTTPHeaderFields ?? [:]
    let missing = defaults.filter { field in !own.keys.contains { $0.isSameToken(as: field.name) } }
    let fields = missing + own.compactMap { RequestField($0, $1) }
    lines = fields.map(\.line)
    patience = Int(min(max(request.timeoutInterval.rounded(.up), 1), 86_400))
    usesNewConnection = request.usesNewConnection
    isUnpacked = !fields.contains { $0.name.isSameToken(as: "Accept-Encoding") }
  }

  static func canAsk(_ request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme else { return false }
    return ["http", "https"].contains { $0.isSameToken(as: scheme) }
      && ["GET", "HEAD", nil].contains(request.httpMethod)
      && request.httpBody == nil && request.httpBodyStream == nil
  }
}

extension URLRequest {
  private static let newConnectionKey = "CurlTransport.usesNewConnection"

  /// Whether no connection will do that is there already: one that carries other answers may be stuck.
  var usesNewConnection: Bool {
    URLProtocol.property(forKey: Self.newConnectionKey, in: self) as? Bool ?? false
  }

  /// Returns the request, to be sent over a connection that is not there yet.
  package func overNewConnection() -> URLRequest {
    guard let request = (self as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
      return self
    }
    URLProtocol.setProperty(true, forKey: Self.newConnectionKey, in: request)
    return request as URLRequest
  }
}
