import Glibc

/// A socket that listens on 127.0.0.1; clients wait in its backlog.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  let port: Int

  /// - Parameter port: the port to listen on; 0 for any free one.
  init(port: Int) throws(ServerError) {
    guard let number = UInt16(exactly: port) else { throw .invalidPort(port) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw .cannotListen(port: port, errno: errno) }

    // Otherwise a port stays in use for a minute after its last connection.
    var reuse: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))

    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let listens = Self.withSocketAddress(of: &address) { pointer, length in
      bind(descriptor, pointer, length) == 0 && listen(descriptor, SOMAXCONN) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
    guard listens else {
      let number = errno
      Glibc.close(descriptor)
      throw number == EADDRINUSE ? .portInUse(port) : .cannotListen(port: port, errno: number)
    }
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  func close() {
    Glibc.close(descriptor)
  }

  private static func withSocketAddress<Result>(
    of address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
  ) -> Result {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }
}
