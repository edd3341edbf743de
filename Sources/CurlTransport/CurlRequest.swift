import Foundation
import FoundationNetworking

/// A request to a server, in libcurl's terms.
struct CurlRequest: Sendable {
  let url: String
  /// Whether the request goes over TLS.
  let isSecure: Bool
  /// Name and value, each as a line of the request.
  let lines: [String]
  /// Whether only the head is wanted.
  let isHeadOnly: Bool
  /// How long nothing may come, in seconds; at least 1.
  let patience: Int
  /// Whether the transport unpacks the body: it does unless the request itself says how it may be
  /// packed.
  let isUnpacked: Bool

  /// - Throws: `unsupportedURL` for anything but a GET or HEAD request to a server.
  init(_ request: URLRequest) throws(URLError) {
    guard let url = request.url, Self.canAsk(request) else { throw URLError(.unsupportedURL) }
    self.url = url.absoluteString
    isSecure = url.scheme?.isSameToken(as: "https") == true
    isHeadOnly = request.httpMethod == "HEAD"
    let fields = request.allHTTPHeaderFields ?? [:]
    lines = fields.compactMap(Self.line)
    patience = Int(min(max(request.timeoutInterval.rounded(.up), 1), 86_400))
    isUnpacked = !fields.keys.contains { $0.isSameToken(as: "Accept-Encoding") }
  }

  static func canAsk(_ request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme else { return false }
    return ["http", "https"].contains { $0.isSameToken(as: scheme) }
      && ["GET", "HEAD", nil].contains(request.httpMethod)
      && request.httpBody == nil && request.httpBodyStream == nil
  }

  /// Nil for anything longer than one line: a value must not bring fields of its own.
  private static func line(name: String, value: String) -> String? {
    let isLine = (name + value).utf8.allSatisfy { ![0, 0x0A, 0x0D].contains($0) }
    guard isLine, !name.isEmpty else { return nil }
    // libcurl takes a name with nothing behind its colon for a field to leave out.
    return value.isEmpty ? "\(name);" : "\(name): \(value)"
  }
}
