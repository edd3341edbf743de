import Foundation
import FoundationNetworking

/// A request to a server, in libcurl's terms.
struct CurlRequest: Sendable {
  /// The header field that makes the transport decompress the body regardless of the defaults; it is not sent.
  ///
  /// The properties of `URLProtocol`, which are meant for this, are lost on Linux when Foundation copies a request.
  fileprivate static let unpackingField = "Filmstrip-Unpacking"

  let url: String
  /// Whether the request goes over TLS.
  let isSecure: Bool
  /// The header fields, each as a line.
  let lines: [String]
  /// Whether only the head is requested.
  let isHeadOnly: Bool
  /// The longest time without a byte, in seconds; at least 1.
  let patience: Int
  /// Whether the transport decompresses the body: it does unless the request itself specifies
  /// encodings.
  let isUnpacked: Bool

  /// - Parameter defaults: the header fields to send unless the request has a field of the same
  ///   name.
  /// - Throws: `unsupportedURL` for anything but a GET or HEAD request to a server.
  init(_ request: URLRequest, defaults: [RequestField] = []) throws(URLError) {
    guard let url = request.url, Self.canAsk(request) else { throw URLError(.unsupportedURL) }
    self.url = url.absoluteString
    isSecure = url.scheme?.isSameToken(as: "https") == true
    isHeadOnly = request.httpMethod == "HEAD"
    var own = request.allHTTPHeaderFields ?? [:]
    let unpacks = own.removeValue(forKey: Self.unpackingField) != nil
    let missing = defaults.filter { field in
      !(unpacks && field.name.isSameToken(as: Self.acceptEncoding))
        && !own.keys.contains { $0.isSameToken(as: field.name) }
    }
    let fields = missing + own.compactMap { RequestField($0, $1) }
    lines = fields.map(\.line)
    patience = Int(min(max(request.timeoutInterval.rounded(.up), 1), 86_400))
    isUnpacked = !fields.contains { $0.name.isSameToken(as: Self.acceptEncoding) }
  }

  private static let acceptEncoding = "Accept-Encoding"

  static func canAsk(_ request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme else { return false }
    return ["http", "https"].contains { $0.isSameToken(as: scheme) }
      && ["GET", "HEAD", nil].contains(request.httpMethod)
      && request.httpBody == nil && request.httpBodyStream == nil
  }
}

extension URLRequest {
  /// A copy of the request whose body the transport decompresses.
  package func unpacked() -> URLRequest {
    var request = self
    request.setValue("1", forHTTPHeaderField: CurlRequest.unpackingField)
    return request
  }
}
