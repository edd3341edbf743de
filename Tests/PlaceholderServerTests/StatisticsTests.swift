import Foundation
import TestSupport
import Testing

@testable import PlaceholderServer

@Suite(.ownThread, .timeLimit(.minutes(1))) struct StatisticsTests {
  private let server: PlaceholderServer

  init() throws {
    server = try PlaceholderServer()
    try server.start()
  }

  /// Waits until the server has counted the answers that its clients have.
  private func expect(
    _ condition: (ServerStatistics) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await eventually("the server has counted its answers", at: sourceLocation) {
      condition(server.statistics)
    }
  }

  @Test func `answers are counted by their path`() async throws {
    let body = try RawClient.get("/9x9?text=a", from: server.port).body
    _ = try RawClient.get("/9x9?text=a", from: server.port, method: "HEAD")
    let refusal = try RawClient.get("/nothing", from: server.port).body
    await expect { $0.completed == 3 }
    let statistics = server.statistics
    #expect(statistics.requests == 3)
    #expect(statistics.aborted == 0)
    #expect(statistics.inFlight == 0)
    #expect(statistics.bytes == body.count + refusal.count)
    #expect(
      statistics.paths == [
        "/9x9?text=a": .init(requests: 2, completed: 2, aborted: 0, bytes: body.count),
        "/nothing": .init(requests: 1, completed: 1, aborted: 0, bytes: refusal.count),
      ])
  }

  @Test func `the statistics are served as JSON and leave themselves out`() throws {
    _ = try RawClient.get("/9x9?text=a%2Fb", from: server.port)
    _ = try RawClient.get("/stats", from: server.port)
    let answer = try RawClient.get("/stats", from: server.port)
    #expect(answer.fields["content-type"] == "application/json")
    let decoded = try JSONDecoder().decode(ServerStatistics.self, from: Data(answer.body))
    #expect(decoded == server.statistics)
    let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    #expect(
      Set(object?.keys.map { $0 } ?? [])
        == ["requests", "completed", "aborted", "bytes", "in_flight", "paths"])
    #expect((object?["paths"] as? [String: [String: Int]])?["/9x9?text=a%2Fb"]?["requests"] == 1)
    #expect(object?["requests"] as? Int == 1)
  }

  @Test(arguments: [
    "delay=600000", "hang=1", "drip=1", "drip=1&truncate=50", "delay=600000&reset=0",
  ])
  func `a client that leaves before the end is counted`(fault: String) async throws {
    let target = "/24x16?\(fault)"
    let client = try RawClient(port: server.port)
    client.request(target)
    await expect { $0.inFlight == 1 }
    client.close()
    await expect { $0.inFlight == 0 }
    #expect(server.statistics.aborted == 1)
    #expect(server.statistics.completed == 0)
    #expect(server.statistics.paths[target]?.requests == 1)
    #expect(server.statistics.paths[target]?.aborted == 1)
    #expect(server.statistics.paths[target]?.completed == 0)
    #expect(server.statistics.paths[target]?.bytes == server.statistics.bytes)
    #expect(server.statistics.paths[target]?.abortedBytes == server.statistics.bytes)
  }

  @Test func `a request sent behind one that hangs is never begun`() async throws {
    let client = try RawClient(port: server.port)
    client.request("/9x9?hang=1")
    client.request("/9x9")
    await expect { $0.inFlight == 1 }
    client.close()
    await expect { $0.aborted == 1 && $0.inFlight == 0 }
    #expect(server.statistics.requests == 1)
  }

  @Test(arguments: ["truncate=10", "reset=10", "garbage=1", "status=500", "redirect=1"])
  func `a fault that was asked for is a completed answer`(fault: String) async throws {
    let client = try RawClient(port: server.port)
    client.request("/24x16?\(fault)", headers: ["Connection: close"])
    _ = client.readAll()
    await expect { $0.completed == 1 && $0.inFlight == 0 }
    #expect(server.statistics.aborted == 0)
  }

  @Test func `the latest 4096 paths are kept`() {
    let ledger = StatisticsLedger()
    ledger.began("/first")
    for index in 0..<10_000 { ledger.began("/\(index)") }
    ledger.ended("/first", .aborted, bytes: 0)
    ledger.ended("/9999", .completed, bytes: 0)
    let statistics = ledger.statistics
    #expect(statistics.paths.count == 4_096)
    #expect(Set(statistics.paths.keys) == Set((10_000 - 4_096..<10_000).map { "/\($0)" }))
    #expect(statistics.paths["/9999"]?.completed == 1)
    #expect(statistics.requests == 10_001)
    #expect(statistics.inFlight == 9_999)
    #expect(statistics.aborted == 1)
  }
}
