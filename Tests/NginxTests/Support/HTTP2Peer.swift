import TestSupport

/// A server's end of one connection of HTTP/2 (RFC 9113): says whatever a test wants, frame by frame.
///
/// The peer reads no request: it answers by the number of the stream.
struct HTTP2Peer {
  enum Kind: UInt8 {
    case data, headers, priority, reset, settings, promise, ping, goAway, windowUpdate, continuation
    /// One that no standard defines.
    case unknown = 0xFA
  }

  enum Flag {
    static let acknowledgement: UInt8 = 1
    static let endOfStream: UInt8 = 1
    static let endOfHeaders: UInt8 = 4
  }

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  private static let headerBytes = 9

  let connection: RawConnection
  private var bytes: [UInt8] = []

  /// Nil if the client leaves before it has said hello.
  init?(_ connection: RawConnection) {
    self.connection = connection
    guard fill(Self.preface.count), bytes.starts(with: Self.preface) else { return nil }
    bytes.removeFirst(Self.preface.count)
    send(.settings)
  }

  /// The stream of the next request; nil once the client has left.
  mutating func nextRequest() -> UInt32? { receive(.headers) }

  /// Waits until the client has read what has been sent, so that it reads what follows by itself.
  mutating func settle() {
    send(.ping, [UInt8](repeating: 1, count: 8))
    _ = receive(.ping)
  }

  /// The stream of the next frame of a kind, of pings their answers; settings and pings are answered on the way.
  private mutating func receive(_ kind: Kind) -> UInt32? {
    while fill(Self.headerBytes) {
      let header = Array(bytes.prefix(Self.headerBytes))
      let length = header[0..<3].reduce(0) { $0 << 8 | Int($1) }
      let stream = header[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
      guard fill(Self.headerBytes + length) else { return nil }
      let payload = bytes[Self.headerBytes..<Self.headerBytes + length]
      let isAnswer = header[4] & Flag.acknowledgement != 0
      let received = Kind(rawValue: header[3])
      switch received {
      case .settings where !isAnswer: send(.settings, flags: Flag.acknowledgement)
      case .ping where !isAnswer: send(.ping, flags: Flag.acknowledgement, Array(payload))
      default: break
      }
      bytes.removeFirst(Self.headerBytes + length)
      if received == kind, kind != .ping || isAnswer { return stream }
    }
    return nil
  }

  /// Waits until so many bytes have come; says whether they did.
  private mutating func fill(_ count: Int) -> Bool {
    while bytes.count < count {
      guard let more = connection.read() else { return false }
      bytes += more
    }
    return true
  }
}

// MARK: - Frames

extension HTTP2Peer {
  /// Says whether the client is still there.
  @discardableResult
  func send(
    _ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = [],
    announcing length: Int? = nil
  ) -> Bool {
    let length = UInt32(length ?? payload.count)
    let header = length.bytes.dropFirst() + [kind.rawValue, flags] + stream.bytes
    return connection.send(header + payload)
  }

  /// 200, and perhaps a length.
  func sendHead(_ stream: UInt32, bodyBytes: Int? = nil) {
    send(.headers, flags: Flag.endOfHeaders, stream: stream, Self.head(bodyBytes: bodyBytes))
  }

  func sendBody(_ stream: UInt32, _ body: [UInt8], isLast: Bool = true) {
    send(.data, flags: isLast ? Flag.endOfStream : 0, stream: stream, body)
  }

  func answer(_ stream: UInt32, _ body: [UInt8]) {
    sendHead(stream, bodyBytes: body.count)
    sendBody(stream, body)
  }

  func sendReset(_ stream: UInt32, code: UInt32) { send(.reset, stream: stream, code.bytes) }

  /// The streams up to the last one are answered yet, and others have not been looked at.
  func sendGoAway(last: UInt32, code: UInt32 = 0) { send(.goAway, last.bytes + code.bytes) }

  /// RFC 7541: 0x88 is `:status: 200`, 0x0F 0x0D the name `content-length` before a text.
  static func head(bodyBytes: Int?) -> [UInt8] {
    guard let bodyBytes else { return [0x88] }
    let digits = Array("\(bodyBytes)".utf8)
    return [0x88, 0x0F, 0x0D, UInt8(digits.count)] + digits
  }
}

extension UInt32 {
  /// From the most significant on.
  fileprivate var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
