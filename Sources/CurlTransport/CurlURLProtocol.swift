import Foundation
import FoundationNetworking

/// Has a URLSession on Linux ask servers through libcurl directly, so that no answer ends the
/// process.
///
/// FoundationNetworking's own protocol of Swift 6.3 ends the process at answers that any server may
/// give: a chunked body with trailers, a connection that closes inside the header. Put this class
/// in front of it:
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.protocolClasses = [CurlURLProtocol.self]
/// let session = URLSession(configuration: configuration)
/// ```
///
/// It takes GET and HEAD over `http` and `https`; a request with a body is left to the next
/// protocol.
///
/// - An answer comes whole: the response, then the body in one piece of at most `maxBodyBytes`,
///   because URLSession keeps only the last piece for completion handlers. A larger body fails with
///   `dataLengthExceedsMaximum`. `DataLoader` passes bodies on as they come.
/// - Bodies come unpacked, unless the request has an `Accept-Encoding` of its own.
/// - A redirect is an answer like any other, without its body: the code that follows it decides
///   which credentials go where. A 401 is one too.
/// - `timeoutInterval` is how long nothing may come. Proxies and authorities are those of the
///   environment (`http_proxy`, `SSL_CERT_FILE`, `SSL_CERT_DIR`), as curl(1) has it. Cookies are
///   not kept.
/// - Download tasks fail with `unsupportedURL`.
public final class CurlURLProtocol: URLProtocol, TransferConsumer {
  /// The largest body, unpacked.
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
      // To such a task only FoundationNetworking's own protocol can tell where its file is.
      if task is URLSessionDownloadTask { throw URLError(.unsupportedURL) }
      // URLSession starts a task anew that is resumed once more.
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
        transfer?.note(consumed: piece.count)
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
  /// A response with all fields but a challenge.
  ///
  /// To a challenge URLSession of Swift 6.3 on Linux answers with credentials that it does not have:
  /// the task never ends, or the process does. So a 401 is a status like any other.
  fileprivate convenience init?(_ head: HTTPHead, from url: URL) {
    var fields: [String: String] = [:]
    for field in head.fields where !field.name.isSameToken(as: "WWW-Authenticate") {
      fields[field.name] = field.value
    }
    self.init(
      url: url, statusCode: head.status, httpVersion: head.version, headerFields: fields)
  }
}
