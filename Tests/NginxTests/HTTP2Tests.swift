import Foundation
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading

/// The additions of HTTP/2: many answers over one connection, and its own kinds of failure.
///
/// Each test is a process of its own, because whom to trust is said by the environment.
@Suite(
  .enabled(if: Nginx.path != nil, "nginx is not installed"), .ownThread, .timeLimit(.minutes(2)))
struct HTTP2Tests {
  /// Returns the events of this many requests at a time.
  private static func events(
    _ count: Int, _ path: String, _ site: Site = .trusted, of nginx: Nginx
  ) async throws -> [EventLog] {
    let loader = DataLoader()
    let url = try nginx.url(path, site)
    return await withTaskGroup(of: EventLog.self) { group in
      for _ in 0..<count { group.addTask { await loader.events(for: DataRequest(url: url)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `a connection carries many answers, as their heads say`() async {
    await #expect(processExitsWith: .success) {
      let nginx = try Nginx([.plain, .trusted])
      nginx.trust()
      let logs = try await Self.events(40, "connection", of: nginx)
      #expect(logs.allSatisfy { $0.heads.first?.isMultiplexed == true })
      #expect(Set(logs.map(\.body)).count == 1)
      let plain = await DataLoader().events(for: DataRequest(url: try nginx.url("whole")))
      #expect(plain.heads.first?.isMultiplexed == false)
    }
  }

  @Test func `a stream that breaks off is an error, and its neighbors load`() async {
    await #expect(processExitsWith: .success) {
      let upstream = try RawServer { connection in
        _ = connection.readRequest()
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      }
      let nginx = try Nginx([.trusted], upstream: upstream.port)
      nginx.trust()
      async let whole = Self.events(10, "whole", of: nginx)
      for log in try await Self.events(10, "upstream", of: nginx) {
        // A stream is reset, or ends where its head says that more comes.
        switch log.error {
        case .connection, .truncated: continue
        default: Issue.record("\(String(describing: log.error))")
        }
      }
      for log in try await whole { #expect(log.body.elementsEqual(nginx.body)) }
    }
  }

  @Test func `a connection that the server has had enough of is replaced`() async {
    await #expect(processExitsWith: .success) {
      let nginx = try Nginx([.brief])
      nginx.trust()
      var logs: [EventLog] = []
      for _ in 0..<6 { logs += try await Self.events(6, "connection", .brief, of: nginx) }
      #expect(logs.allSatisfy { $0.error == nil })
      #expect(Set(logs.map(\.body)).count > 1)
    }
  }
}
