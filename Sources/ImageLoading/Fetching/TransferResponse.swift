import CurlTransport
import DiskCache
import Foundation
import FoundationNetworking

/// A response with its head and its transfer.
///
/// It is no `HTTPURLResponse`, which normalizes the names of fields. That takes a fifth of the
/// processor time of a small transfer, and some time even without fields. URLSession would also
/// handle authentication challenges in it.
///
/// `@unchecked Sendable` is safe, as for its superclass: nothing changes after initialization.
final class TransferResponse: URLResponse, @unchecked Sendable {
  let head: HTTPHead
  /// The curl transfer, to be told how much of the body is consumed.
  let transfer: CurlTransfer

  init(_ head: HTTPHead, of transfer: CurlTransfer, from url: URL) {
    self.head = head
    self.transfer = transfer
    super.init(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
  }

  /// Returns nil, because a transfer can't be archived.
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
    endsWithConnection = announcesBody && head.endsWithConnection
  }

  /// The longest field to keep beside a picture; the pipeline reads no longer ones.
  private static let maxFieldBytes = 4_096
}
