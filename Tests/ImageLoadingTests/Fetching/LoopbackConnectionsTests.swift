import Foundation
import Glibc
import TestSupport
import Testing

/// The count of connections that tests of leaks rely on.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct LoopbackConnectionsTests {
  private let server: RawServer

  init() throws { server = try RawServer { $0.waitForClient() } }

  private var count: Int { get throws { try LoopbackConnections.count(port: server.port) } }

  @Test func `connections of other processes do not count`() async throws {
    let other = Process()
    other.executableURL = URL(filePath: "/bin/bash")
    other.arguments = ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(server.port); read -r line"]
    let input = Pipe()
    other.standardInput = input
    try other.run()
    await eventually("the other process is connected") { server.connectionCount == 1 }

    #expect(try count == 0)

    try input.fileHandleForWriting.close()
    other.waitUntilExit()
  }

  @Test func `a connection of this process counts until it is closed`() throws {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(server.port).bigEndian
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)

    #expect(try count == 1)
    close(client)
    #expect(try count == 0)
  }
}
