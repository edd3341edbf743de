import NIOHTTP1

/// The part of a body that a request asks for (RFC 9110, 14).
struct PartRequest: Equatable, Sendable {
  /// An answer that is not the part, as some servers give it.
  enum Fault: String, CaseIterable, Sendable {
    /// The server knows no parts.
    case none
    /// The server refuses every part.
    case refused
    /// It does not say which part it sends.
    case unmarked
    /// It wraps the part, as for several at a time.
    case multipart
    /// It does not say how long the whole is.
    case unknown
    /// It sends more than it says.
    case long
    /// It names another length of the whole each time.
    case other
    /// It sends no more than a kilobyte.
    case capped
    /// It sends the part one byte further on.
    case shifted
    /// Its tag does not stand for the very bytes.
    case weak
  }

  let first: Int
  /// The last byte; nil for the end of the body.
  let last: Int?
  let fault: Fault?

  /// Reads the one range of a request; nil where the server sends all of it.
  ///
  /// - Parameter tag: the version that the server has.
  init?(_ headers: HTTPHeaders, tag: String, fault: Fault?) {
    guard fault != Fault.none, let text = headers.first(name: "Range"), text.hasPrefix("bytes="),
      headers.first(name: "If-Range").map({ $0 == tag }) ?? true
    else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), first >= 0 else { return nil }
    let last = Int(ends[1])
    guard last != nil || ends[1].isEmpty, last ?? first >= first else { return nil }
    self.first = first
    self.last = last
    self.fault = fault
  }

  /// The answer to it: a status, the fields that go with it, and the bytes.
  func cut(_ body: [UInt8]) -> (status: HTTPResponseStatus, fields: HTTPHeaders, bytes: [UInt8]) {
    guard first < body.count, fault != .refused else {
      return (.rangeNotSatisfiable, ["Content-Range": "bytes */\(body.count)"], [])
    }
    let start = min(fault == .shifted ? first + 1 : first, body.count - 1)
    let most = fault == .capped ? start + 1_023 : body.count - 1
    let end = max(start, min(last ?? most, most, body.count - 1))
    let part = Array(body[start...end])
    let range = "bytes \(start)-\(end)/\(total(of: body))"
    switch fault {
    case .unmarked: return (.partialContent, [:], part)
    case .multipart:
      let (head, tail) = ("--b\r\nContent-Range: \(range)\r\n\r\n", "\r\n--b--\r\n")
      return (
        .partialContent, ["Content-Type": "multipart/byteranges; boundary=b"],
        Array(head.utf8) + part + Array(tail.utf8)
      )
    case .long: return (.partialContent, ["Content-Range": range], part + [0, 0, 0])
    default: return (.partialContent, ["Content-Range": range], part)
    }
  }

  private func total(of body: [UInt8]) -> String {
    switch fault {
    case .unknown: "*"
    case .other: "\(body.count + first)"
    default: "\(body.count)"
    }
  }
}
