import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Each way to fail ends in its own error, in bounded time, and leaves nothing behind.
@Suite(.timeLimit(.minutes(2)), .serialized) struct FaultTests {
  private enum Fault: String, CaseIterable {
    case truncated, endless, reset, loop, page, nothing, empty, hang, halfHeader

    /// Performs the fault on a connection whose request was read.
    func answer(_ connection: RawConnection) {
      let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
      switch self {
      case .truncated: connection.send(head + "Content-Length: 100\r\n\r\nabc")
      case .endless:
        connection.send(head + "\r\n")
        while connection.send(repeatElement(7, count: 10_000)) {}
      case .reset:
        connection.send(head + "Content-Length: 100\r\n\r\nabc")
        connection.reset()
      case .loop: connection.respond("302 Found", headers: ["Location: /\(rawValue)"])
      case .page: connection.respond(headers: ["Content-Type: text/html"])
      case .nothing: connection.send("HTTP/1.1 204 Nothing\r\nConnection: close\r\n\r\n")
      case .empty: connection.respond(body: [])
      case .hang: connection.waitForClient()
      case .halfHeader: connection.send("HTTP/1.1 200 OK\r\nContent-")
      }
    }

    /// Only a server that hangs is given up: however busy the machine is, the others are waited for.
    var limits: ImageLimits {
      ImageLimits(maxBytes: 100_000, timeout: self == .hang ? .milliseconds(300) : patience)
    }

    func explains(_ error: ImageError) -> Bool {
      switch (self, error) {
      case (.truncated, .truncated(bytes: 3, expected: 100)), (.endless, .tooLarge),
        (.reset, .connection), (.loop, .tooManyRedirects),
        (.page, .contentType), (.nothing, .empty), (.empty, .empty), (.hang, .timedOut),
        (.halfHeader, .connection):
        true
      default: false
      }
    }
  }

  @Test func `each fault is its own error, and nothing is left open`() async throws {
    let left = Log<Void>()
    let server = try RawServer { connection in
      let path = connection.readRequest().split(separator: " ").dropFirst().first ?? ""
      Fault(rawValue: String(path.dropFirst()))?.answer(connection)
      left.add(())
    }
    let loader = DataLoader()
    let urls = try Fault.allCases.map { ($0, try server.url($0.rawValue)) }
    await withTaskGroup { group in
      for _ in 0..<3 {
        for (fault, url) in urls {
          group.addTask {
            switch await loader.outcome(of: url, limits: fault.limits) {
            case .success: Issue.record("\(fault): it was loaded")
            case .failure(let error): #expect(fault.explains(error), "\(fault): \(error)")
            }
          }
        }
      }
    }
    await eventually("the server has closed all: one for each request, six for a loop") {
      left.count == 3 * (Fault.allCases.count + TransferRoute.maxRedirects)
    }
    try await eventually("and so has the loader") {
      try LoopbackConnections.count(port: server.port) == 0
    }
  }
}
