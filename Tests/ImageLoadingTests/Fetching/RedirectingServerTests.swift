import FoundationEssentials
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct RedirectingServerTests {
  private let loader = DataLoader()

  /// A server that redirects `/N` to `/N-1`, and answers `/0`.
  private func countdown() throws -> RawServer {
    try RawServer { connection in
      let path = connection.readRequest().split(separator: " ").dropFirst().first ?? ""
      if let hops = Int(path.dropFirst()), hops > 0 {
        connection.respond("302 Found", headers: ["Location: \(hops - 1)"])
      } else {
        connection.respond()
      }
    }
  }

  @Test func `five redirects are followed`() async throws {
    let server = try countdown()
    #expect(await loader.outcome(of: try server.url("5")) == .success(Data([7])))
  }

  @Test func `the sixth is too many`() async throws {
    let server = try countdown()
    let outcome = await loader.outcome(of: try server.url("6"))
    #expect(outcome == .failure(.tooManyRedirects(limit: 5)))
  }

  @Test(arguments: ["301 Moved", "303 Other", "307 Temporary", "308 Permanent"])
  func `a loop ends, whichever the status`(status: String) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond(status, headers: ["Location: /a"])
    }
    let outcome = await loader.outcome(of: try server.url())
    #expect(outcome == .failure(.tooManyRedirects(limit: 5)))
  }

  @Test func `a redirect to a file is not followed`() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond("302 Found", headers: ["Location: file:///etc/passwd"])
    }
    let outcome = await loader.outcome(of: try server.url())
    #expect(outcome == .failure(.refusedRedirect(to: "file:///etc/passwd")))
  }

  @Test func `a redirect to nowhere is its status`() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond("302 Found")
    }
    let outcome = await loader.outcome(of: try server.url())
    #expect(outcome == .failure(.status(302)))
  }

  @Test func `credentials stay with their host`() async throws {
    let (first, second) = (Log<String>(), Log<String>())
    let other = try RawServer { connection in
      second.add(connection.readRequest())
      connection.respond()
    }
    let port = other.port
    let server = try RawServer { connection in
      first.add(connection.readRequest())
      connection.respond("302 Found", headers: ["Location: http://127.0.0.1:\(port)/b"])
    }
    let outcome = await loader.outcome(of: try server.url(credentials: "me:secret@"))
    #expect(outcome == .success(Data([7])))
    #expect(first.count == 1)
    #expect(second.entries.count == 1)
    #expect(second.entries.allSatisfy { !$0.contains("Authorization") && !$0.contains("Cookie") })
  }

  @Test func `a cancel after a hop closes the second connection`() async throws {
    let (began, left) = (Log<Void>(), Log<Void>())
    let server = try RawServer { connection in
      guard connection.readRequest().hasPrefix("GET /b") else {
        return connection.respond("302 Found", headers: ["Location: /b"])
      }
      began.add(())
      connection.waitForClient()
      left.add(())
    }
    let log = SharedEventLog()
    let task = loader.loadData(for: DataRequest(url: try server.url())) { log.add($0) }
    await eventually("the second hop is on its way") { began.count == 1 }
    task.cancel()
    await eventually("the server sees it leave") { left.count == 1 }
    #expect(log.events.error == .cancelled)
    #expect(log.events.endCount == 1)
  }
}
