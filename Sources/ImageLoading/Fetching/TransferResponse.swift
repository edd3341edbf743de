import CurlTransport
import DiskCache
import Foundation
import FoundationNetworking

/// A response together with its head and its transfer.
///
/// It is no `HTTPURLResponse`: that rewrites the names of fields, a fifth of the processor time of a
/// small transfer, and looks for some even if it has none. URLSession would also answer a challenge
/// among them.
///
/// `@unchecked Sendable` is safe, as for its superclass: nothing changes after initialization.
final class TransferResponse: URLResponse, @unchecked Sendable {
  let head: HTTPHead
  /// Hears how much of the body has been consumed.
  let transfer: CurlTransfer

  init(_ head: HTTPHead, of transfer: CurlTransfer, from url: URL) {
    self.head = head
    self.transfer = transfer
    super.init(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
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
    endsWithConnection = announcesBody && head.endsWithConnection
  }

  /// No field that the pipeline reads is longer; longer ones are not kept in memory beside their
  /// picture.
  private static let maxFieldBytes = 4_096
}
