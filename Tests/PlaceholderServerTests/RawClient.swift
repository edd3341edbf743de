import Glibc
import TestSupport

/// A client that sends and reads plain bytes, so that tests see broken answers as they are.
///
/// A read that waits longer than `patience` counts as silence.
final class RawClient {
  /// The observed end of a connection.
  enum End: Equatable {
    case closed, reset, silent
  }

  private var descriptor: Int32

  init(port: Int) throws(Failure) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw Failure(what: "connect: \(errno)") }
  }

  deinit {
    close()
  }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The bytes of one read, or the end of the connection.
  func read() -> Result<[UInt8], EndOfBytes> {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return .success(Array(buffer[..<count])) }
    if count == 0 { return .failure(EndOfBytes(end: .closed)) }
    return .failure(EndOfBytes(end: errno == ECONNRESET ? .reset : .silent))
  }

  /// All bytes until the connection ends.
  func readAll() -> (bytes: [UInt8], end: End) {
    var bytes: [UInt8] = []
    while true {
      switch read() {
      case .success(let more): bytes += more
      case .failure(let failure): return (bytes, failure.end)
      }
    }
  }

  /// The next complete answer, whose body is as long as its head says.
  func readAnswer(hasBody: Bool = true) throws(Failure) -> RawAnswer {
    while true {
      if let answer = RawAnswer(takenFrom: &pending, hasBody: hasBody) { return answer }
      switch read() {
      case .success(let more): pending += more
      case .failure(let failure): throw Failure(what: "the connection is \(failure.end)")
      }
    }
  }

  /// The bytes read beyond the last answer.
  private(set) var pending: [UInt8] = []

  struct EndOfBytes: Error {
    let end: End
  }

  struct Failure: Error {
    let what: String
  }
}

extension RawClient {
  /// Asks once, on a connection of its own.
  static func get(
    _ target: String, from port: Int, method: String = "GET", headers: [String] = []
  ) throws(Failure) -> RawAnswer {
    let client = try RawClient(port: port)
    client.request(target, method: method, headers: headers)
    return try client.readAnswer(hasBody: method != "HEAD")
  }

  func request(_ target: String, method: String = "GET", headers: [String] = []) {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1"] + headers
    send(lines.map { "\($0)\r\n" }.joined() + "\r\n")
  }
}
