import CurlTransport
import Foundation
import FoundationNetworking

/// Fetches for the tasks of `TransferSession`, and passes bodies on as they come.
final class TransferProtocol: URLProtocol, TransferConsumer {
  /// Asks for a picture, in a format that can be decoded, uncompressed.
  ///
  /// They are not in the `URLRequest`, because Foundation takes a tenth of a small transfer's
  /// instructions to put them there.
  private static let fields = [
    RequestField("Accept", "image/webp,image/png,image/jpeg,image/gif,*/*;q=0.5"),
    RequestField("Accept-Encoding", "identity"),
  ].compactMap(\.self)

  private var transfer: CurlTransfer?

  /// The session asks servers only.
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    // URLSession starts a task anew that is resumed once more.
    stopLoading()
    do throws(URLError) {
      let transfer = try CurlTransfer(request, defaults: Self.fields, for: self)
      self.transfer = transfer
      transfer.start()
    } catch {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  override func stopLoading() {
    transfer?.stop()
    transfer = nil
  }

  func receive(_ events: [TransferEvent]) {
    for event in events {
      switch event {
      case .head(let head): receive(head)
      case .body(let piece): client?.urlProtocol(self, didLoad: piece)
      case .end(let error?): client?.urlProtocol(self, didFailWithError: error)
      case .end(nil): client?.urlProtocolDidFinishLoading(self)
      }
    }
  }

  private func receive(_ head: HTTPHead) {
    guard let url = request.url, let transfer else { return }
    let response = TransferResponse(head, of: transfer, from: url)
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
  }
}
