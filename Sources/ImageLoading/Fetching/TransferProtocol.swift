import CurlTransport
import Foundation
import FoundationNetworking

/// The URL protocol of `TransferSession`, which passes bodies on as they arrive.
final class TransferProtocol: URLProtocol, TransferConsumer {
  /// The header fields that ask for an uncompressed picture in a supported format.
  ///
  /// They are not in the `URLRequest`, because Foundation takes a tenth of a small transfer's
  /// instructions to put them there.
  private static let fields = [
    RequestField("Accept", "image/webp,image/png,image/jpeg,image/gif,*/*;q=0.5"),
    RequestField("Accept-Encoding", "identity"),
  ].compactMap(\.self)

  private var transfer: CurlTransfer?

  /// Returns true, because the session only requests `http` and `https` URLs.
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    // URLSession restarts a task that is resumed again.
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
