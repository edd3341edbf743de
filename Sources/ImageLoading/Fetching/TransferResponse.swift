import CurlTransport
import DiskCache
import Foundation
import FoundationNetworking

/// A response together with its head and its transfer.
///
/// `HTTPURLResponse` has no fields here: rewriting their names took a fifth of the processor time
/// of a small transfer. URLSession would also answer a challenge among them.
///
/// `@unchecked Sendable` is safe, as for its superclass: nothing changes after initialization.
final class TransferResponse: HTTPURLResponse, @unchecked Sendable {
  let head: HTTPHead
  /// Hears how much of the body has been consumed.
  let transfer: CurlTransfer

  init?(_ head: HTTPHead, of transfer: CurlTransfer, from url: URL) {
    self.head = head
    self.transfer = transfer
    super.init(url: url, statusCode: head.status, httpVersion: nil, headerFields: nil)
  }

  /// A transfer cannot be archived.
  required init?(coder: NSCoder) { nil }
}

extension ResponseHead {
  init(_ head: HTTPHead) {
    var fields = HeaderFields(capacity: head.fields.count)
    for field in head.fields where field.value.utf8.count <= Self.maxFieldBytes {
      fields[field.name] = field.value
    }
    let announcesBody = head.status != 204 && head.status != 304
    self.init(
      status: head.status, expectedBytes: announcesBody ? head.bodyBytes : nil, fields: fields,
      isMultiplexed: head.isMultiplexed)
  }

  /// No field that the pipeline reads is longer; longer ones are not kept in memory beside their
  /// picture.
  private static let maxFieldBytes = 4_096
}
