import Foundation
import Glibc
import Synchronization

/// A server on the loopback that answers with any bytes, right or wrong.
///
/// The script runs for every connection, on a thread of its own; the connection closes at its end.
package final class RawServer: Sendable {
  package typealias Script = @Sendable (RawConnection) -> Void

  private struct Refusal: Error {}

  package let port: Int
  private let listener: Int32
  private let connections: OpenConnections

  package init(onIPv6 isIPv6: Bool = false, _ script: @escaping Script) throws {
    let (listener, port) = try isIPv6 ? Self.listenOnIPv6() : Self.listen()
    let connections = OpenConnections()
    self.listener = listener
    self.connections = connections
    self.port = port

    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        let connection = RawConnection(descriptor)
        connections.add(connection)
        let hasStarted = startThread {
          script(connection)
          connections.close(connection)
        }
        // The client sees a server that is too busy.
        if !hasStarted { connections.close(connection) }
      }
      Glibc.close(listener)
    }
  }

  /// A socket that listens on a free port of 127.0.0.1.
  package static func listen() throws -> (descriptor: Int32, port: Int) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let listener = try listen(at: &address)
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func listenOnIPv6() throws -> (descriptor: Int32, port: Int) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    let listener = try listen(at: &address)
    return (listener, Int(UInt16(bigEndian: address.sin6_port)))
  }

  /// Listens at an address, and puts the port there.
  private static func listen<Address>(at address: inout Address) throws -> Int32 {
    try withUnsafeMutablePointer(to: &address) { address in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        var length = socklen_t(MemoryLayout<Address>.size)
        let listener = socket(
          Int32(address.pointee.sa_family), Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        let isListening =
          bind(listener, address, length) == 0 && Glibc.listen(listener, 128) == 0
          && getsockname(listener, address, &length) == 0
        guard isListening else { throw Refusal() }
        return listener
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.shutDown()
  }

  /// The connections whose scripts still run.
  package var connectionCount: Int { connections.count }

  package func url(_ path: String = "a", credentials: String = "") throws -> URL {
    guard let url = URL(string: "http://\(credentials)127.0.0.1:\(port)/\(path)") else {
      throw Refusal()
    }
    return url
  }
}

/// The connections whose scripts still run.
private final class OpenConnections: Sendable {
  private let list = Mutex<[ObjectIdentifier: RawConnection]>([:])

  func add(_ connection: RawConnection) {
    list.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  var count: Int { list.withLock { $0.count } }

  func close(_ connection: RawConnection) {
    connection.close()
    list.withLock { $0[ObjectIdentifier(connection)] = nil }
  }

  func shutDown() {
    for connection in list.withLock({ Array($0.values) }) { connection.shutDown() }
  }
}

/// Starts a thread of its own for a body, and returns whether the system allows it.
///
/// Foundation's threads do not tell.
private func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let start = Unmanaged.passRetained(Start(body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      context.map { Unmanaged<Start>.fromOpaque($0).takeRetainedValue().body() }
      return nil
    }, start.toOpaque())
  if code == 0 { pthread_detach(thread) } else { start.release() }
  return code == 0
}
