import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CurlTransport

/// How long a transfer keeps its consumer.
@Suite(.timeLimit(.minutes(2))) struct ConsumerLifeTests {
  private let queue = DispatchQueue(label: "consumer")

  /// Starts a transfer whose consumer nothing else keeps.
  private func start(_ url: URL, _ ends: Log<URLError.Code?>) throws -> (CurlTransfer, Weak) {
    try queue.sync {
      let consumer = EndConsumer(ends)
      let transfer = try CurlTransfer(URLRequest(url: url), for: consumer)
      transfer.start()
      return (transfer, Weak(consumer))
    }
  }

  @Test func `a transfer keeps its consumer until the end`() async throws {
    let isReleased = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      isReleased.pass()
      connection.respond()
    }
    let ends = Log<URLError.Code?>()
    let (transfer, consumer) = try start(try server.url(), ends)
    #expect(consumer.object != nil)
    isReleased.open()
    await eventually("it ends, and its consumer is released") {
      ends.entries == [nil] && consumer.object == nil
    }
    withExtendedLifetime(transfer) {}
  }

  @Test func `a transfer that fails releases its consumer`() async throws {
    let server = try RawServer { _ in }
    let ends = Log<URLError.Code?>()
    let (transfer, consumer) = try start(try server.url(), ends)
    await eventually("it fails, and its consumer is released") {
      ends.count == 1 && consumer.object == nil
    }
    #expect(ends.entries != [nil])
    withExtendedLifetime(transfer) {}
  }

  @Test func `a transfer that is stopped releases its consumer at once`() async throws {
    let (requests, left) = (Log<String>(), Log<Void>())
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.waitForClient()
      left.add(())
    }
    let ends = Log<URLError.Code?>()
    let (transfer, consumer) = try start(try server.url(), ends)
    await eventually("it is on its way") { requests.count == 1 }
    #expect(consumer.object != nil)
    queue.sync { transfer.stop() }
    #expect(consumer.object == nil)
    await eventually("the connection is closed") { left.count == 1 }
    #expect(ends.entries.isEmpty)
  }

  @Test func `a redirect releases its consumer before its body ends`() async throws {
    let isReleased = Gate()
    let left = Log<Void>()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 5\r\n\r\n")
      isReleased.pass()
      connection.send("hello")
      left.add(())
    }
    let ends = Log<URLError.Code?>()
    let (transfer, consumer) = try start(try server.url(), ends)
    await eventually("it ends, and its consumer is released") {
      ends.entries == [nil] && consumer.object == nil
    }
    #expect(left.entries.isEmpty)
    isReleased.open()
    withExtendedLifetime(transfer) {}
  }
}

/// Notes how a transfer ends.
private final class EndConsumer: TransferConsumer {
  private let ends: Log<URLError.Code?>

  init(_ ends: Log<URLError.Code?>) { self.ends = ends }

  func receive(_ events: [TransferEvent]) {
    for case .end(let error) in events { ends.add(error?.code) }
  }
}

/// An object for as long as something else keeps it.
private struct Weak {
  weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
