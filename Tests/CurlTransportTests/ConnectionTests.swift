import Foundation
import FoundationNetworking
import Glibc
import TestSupport
import Testing

@testable import CurlTransport

/// How connections are opened, kept, used again and held back.
@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
  private let client = TestClient()

  /// Answers one request after the other on a connection.
  private static func keepAnswering(_ connection: RawConnection) {
    while !connection.readRequest().isEmpty {
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    }
  }

  @Test func `twenty bursts of six use six connections`() async throws {
    let connections = Log<Void>()
    let server = try RawServer { connection in
      connections.add(())
      Self.keepAnswering(connection)
    }
    let url = try server.url()
    for _ in 0..<20 {
      await withTaskGroup(of: Outcome.self) { group in
        for _ in 0..<6 { group.addTask { await client.outcome(of: url) } }
        for await outcome in group { #expect(outcome.body == Data("hello".utf8)) }
      }
    }
    #expect((1...6).contains(connections.count))
  }

  @Test func `a connection goes on after the trailers of a chunked answer`() async throws {
    let connections = Log<Void>()
    let server = try RawServer { connection in
      connections.add(())
      while !connection.readRequest().isEmpty {
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        connection.send("5\r\nhello\r\n0\r\nX: y\r\n\r\n")
      }
    }
    for _ in 0..<3 {
      #expect(await client.outcome(of: try server.url()).body == Data("hello".utf8))
    }
    #expect(connections.count == 1)
  }

  @Test func `a redirect's connection is used again once its body is here`() async throws {
    let connections = Log<Void>()
    let server = try RawServer { connection in
      connections.add(())
      while true {
        let request = connection.readRequest()
        if request.isEmpty { return }
        let status = request.hasPrefix("GET /a") ? "302 Found" : "200 OK"
        connection.send(
          "HTTP/1.1 \(status)\r\nLocation: /b\r\nContent-Length: 5\r\n\r\nhello")
      }
    }
    #expect(await client.outcome(of: try server.url("a")) == Outcome(status: 302))
    #expect(await client.outcome(of: try server.url("b")).body == Data("hello".utf8))
    #expect(connections.count == 1)
  }

  @Test func `an address of IPv6 is an address`() async throws {
    let server = try RawServer(onIPv6: true) { Self.keepAnswering($0) }
    let url = try #require(URL(string: "http://[::1]:\(server.port)/a"))
    #expect(await client.outcome(of: url).body == Data("hello".utf8))
  }

  @Test func `a consumer who is behind has the server wait`() async throws {
    let (sent, left) = (Log<Int>(), Log<Void>())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      // Made once: element by element, that took a minute under a sanitizer.
      let megabyte = [UInt8](repeating: 7, count: 1 << 20)
      while connection.send(megabyte) { sent.add(1 << 20) }
      left.add(())
    }
    let consumer = SlowConsumer()
    var request = URLRequest(url: try server.url())
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    try consumer.start(request)
    await eventually("as much is here as may be") {
      consumer.received >= EventBuffer.mostBytesBehind
    }
    let most = EventBuffer.mostBytesBehind + (64 << 10)
    #expect(consumer.received <= most)
    consumer.consume(600 << 10)
    await eventually("it goes on") { consumer.received > most }
    #expect(consumer.received <= most + (600 << 10))
    consumer.stop()
    await eventually("the connection is closed") { left.count == 1 }
    // The kernel's buffers at both ends hold more.
    #expect(sent.count < 32)
  }
}

/// Counts what it is given, and says that it is done with it only when it is told to.
private final class SlowConsumer: TransferConsumer, @unchecked Sendable {
  private let queue = DispatchQueue(label: "consumer")
  private let pieces = Log<Int>()
  private var transfer: CurlTransfer?

  var received: Int { pieces.entries.reduce(0, +) }

  func start(_ request: URLRequest) throws {
    try queue.sync {
      transfer = try CurlTransfer(request, for: self)
      transfer?.start()
    }
  }

  func receive(_ events: [TransferEvent]) { for size in events.bodySizes { pieces.add(size) } }
  func consume(_ count: Int) { queue.sync { transfer?.recordConsumed(count) } }
  func stop() { queue.sync { transfer?.stop() } }
}
