import NIOHTTP1

/// The requested range of a body (RFC 9110, 14).
struct PartRequest: Equatable, Sendable {
  let first: Int
  /// The last byte; nil for the end of the body.
  let last: Int?

  /// Reads the single range of a request; nil if the server sends the whole body.
  ///
  /// - Parameter tag: the server's current version.
  init?(_ headers: HTTPHeaders, tag: String) {
    guard let text = headers.first(name: "Range"), text.hasPrefix("bytes="),
      headers.first(name: "If-Range").map({ $0 == tag }) ?? true
    else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), first >= 0 else { return nil }
    let last = Int(ends[1])
    guard last != nil || ends[1].isEmpty, last ?? first >= first else { return nil }
    self.first = first
    self.last = last
  }

  /// The response: a status, its header fields, and the bytes.
  func cut(_ body: [UInt8]) -> (status: HTTPResponseStatus, fields: HTTPHeaders, bytes: [UInt8]) {
    guard first < body.count else {
      return (.rangeNotSatisfiable, ["Content-Range": "bytes */\(body.count)"], [])
    }
    let end = min(last ?? body.count - 1, body.count - 1)
    return (
      .partialContent, ["Content-Range": "bytes \(first)-\(end)/\(body.count)"],
      Array(body[first...end])
    )
  }
}
