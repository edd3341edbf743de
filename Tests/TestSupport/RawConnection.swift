import Glibc
import Synchronization

/// The server's end of one connection.
package final class RawConnection: Sendable {
  /// Nil once it is closed: the number may belong to another file by then.
  private let descriptor: Mutex<Int32?>

  package init(_ descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  private var open: Int32? { descriptor.withLock { $0 } }

  /// Reads up to the empty line, or until the client leaves.
  package func readRequest() -> String {
    var bytes: [UInt8] = []
    while bytes.suffix(4) != [13, 10, 13, 10] {
      guard let more = read() else { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns once the client has left.
  package func waitForClient() {
    while read() != nil {}
  }

  /// Sends all bytes, and returns whether the client has taken them.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      guard let open else { return false }
      let count = rest.withUnsafeBytes {
        Glibc.send(open, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest.removeFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a whole response; `headers` without line ends.
  package func respond(
    _ status: String = "200 OK", headers: [String] = [], body: some Collection<UInt8> = [7]
  ) {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"]
    send((lines + headers).joined(separator: "\r\n") + "\r\n\r\n")
    send(body)
  }

  /// Resets the connection.
  package func reset() {
    if let open {
      var abrupt = linger(l_onoff: 1, l_linger: 0)
      setsockopt(open, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
    }
    close()
  }

  package func close() {
    descriptor.withLock { descriptor in
      if let open = descriptor { Glibc.close(open) }
      descriptor = nil
    }
  }

  /// Ends the reads and writes that a script waits for.
  package func shutDown() {
    descriptor.withLock { descriptor in
      if let open = descriptor { _ = shutdown(open, Int32(SHUT_RDWR)) }
    }
  }

  /// The bytes of one read; nil once the client has left.
  package func read() -> [UInt8]? {
    guard let open else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(open, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
