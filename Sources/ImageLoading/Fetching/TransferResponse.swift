import CurlTransport
import Foundation
import FoundationNetworking

/// A response that brings its head beside itself, and the transfer that it is of.
///
/// `HTTPURLResponse` has no fields here: rewriting their names took a fifth of the processor time of a small
/// transfer, and a challenge among them would have URLSession answer it.
///
/// `@unchecked Sendable` is safe, as of its superclass: nothing changes after initialisation.
final class TransferResponse: HTTPURLResponse, @unchecked Sendable {
  let head: HTTPHead
  /// Is told what of the body has been consumed.
  let transfer: CurlTransfer

  init?(_ head: HTTPHead, of transfer: CurlTransfer, from url: URL) {
    self.head = head
    self.transfer = transfer
    super.init(url: url, statusCode: head.status, httpVersion: nil, headerFields: nil)
  }

  /// There is no archive of a transfer.
  required init?(coder: NSCoder) { nil }
}
