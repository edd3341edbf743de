import Foundation
import FoundationNetworking

/// Makes a URLSession on Linux load from servers through libcurl directly, because some responses
/// crash Foundation.
///
/// FoundationNetworking's own protocol in Swift 6.3 ends the process at responses that any server
/// may send: a chunked body with trailers, or a connection that closes inside the header. Put this
/// class before it:
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.protocolClasses = [CurlURLProtocol.self]
/// let session = URLSession(configuration: configuration)
/// ```
///
/// It handles GET and HEAD over `http` and `https`; a request with a body is left to the next
/// protocol.
///
/// - A response is delivered whole: the head, then the body in one piece of at most `maxBodyBytes`,
///   because URLSession keeps only the last piece for completion handlers. A larger body fails with
///   `dataLengthExceedsMaximum`. `DataLoader` delivers bodies as they arrive.
/// - Bodies are decompressed, unless the request has an `Accept-Encoding` of its own.
/// - A redirect is a response like any other, without its body: the code that follows it decides
///   which credentials go where. So is a 401.
/// - `timeoutInterval` is the longest time without a byte. Proxies and certificate authorities are
///   those of the environment (`http_proxy`, `SSL_CERT_FILE`, `SSL_CERT_DIR`), as for curl(1).
///   Cookies are not stored.
/// - Download tasks fail with `unsupportedURL`.
public final class CurlURLProtocol: URLProtocol, TransferConsumer {
  /// The largest body after decompression.
  public static let maxBodyBytes = 64 << 20

  private var transfer: CurlTransfer?
  private var head: HTTPHead?
  private var body = Data()

  public override class func canInit(with request: URLRequest) -> Bool {
    CurlRequest.canAsk(request)
  }

  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  public override func startLoading() {
    do throws(URLError) {
      // Only FoundationNetworking's own protocol can give such a task its file.
      if task is URLSessionDownloadTask { throw URLError(.unsupportedURL) }
      // URLSession starts a task again that is resumed again.
      stopLoading()
      (head, body) = (nil, Data())
      let transfer = try CurlTransfer(request, mostBodyBytes: Self.maxBodyBytes, for: self)
      self.transfer = transfer
      transfer.start()
    } catch {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  public override func stopLoading() {
    transfer?.stop()
    transfer = nil
  }

  package func receive(_ events: [TransferEvent]) {
    for event in events {
      switch event {
      case .head(let head): self.head = head
      case .body(let piece):
        transfer?.recordConsumed(piece.count)
        body.append(piece)
      case .end(let error): end(with: error)
      }
    }
  }

  private func end(with error: URLError?) {
    guard error == nil, let head, let url = request.url,
      let response = HTTPURLResponse(head, from: url)
    else {
      client?.urlProtocol(self, didFailWithError: error ?? URLError(.badServerResponse))
      return
    }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    if !body.isEmpty { client?.urlProtocol(self, didLoad: body) }
    client?.urlProtocolDidFinishLoading(self)
  }
}

extension HTTPURLResponse {
  /// A response with all fields except a challenge.
  ///
  /// On Linux, URLSession of Swift 6.3 responds to a challenge with credentials that it does not have, and the task
  /// hangs or the process crashes. So a 401 is a status like any other.
  fileprivate convenience init?(_ head: HTTPHead, from url: URL) {
    var fields: [String: String] = [:]
    for field in head.fields where !field.name.isSameToken(as: "WWW-Authenticate") {
      fields[field.name] = field.value
    }
    self.init(
      url: url, statusCode: head.status, httpVersion: head.version, headerFields: fields)
  }
}
