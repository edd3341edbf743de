import DiskCache
import FoundationEssentials
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct ConditionalFetchTests {
  private let loader = DataLoader()
  private let tag = Validators(entityTag: "\"a\"")

  /// Returns the events of a request to a server that reads it and then runs the script.
  private func events(
    _ condition: DataRequest.Condition = .none, limits: ImageLimits = ImageLimits(),
    _ script: @escaping @Sendable (RawConnection, String) -> Void
  ) async throws -> EventLog {
    let server = try RawServer { connection in script(connection, connection.readRequest()) }
    defer { withExtendedLifetime(server) {} }
    return await loader.events(
      for: DataRequest(url: try server.url(), limits: limits, condition: condition))
  }

  @Test func `the head comes first, then the body in pieces`() async throws {
    let (log, gate) = (SharedEventLog(), Gate())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"a\"\r\n\r\nabc")
      gate.pass()
      connection.send("def")
    }
    _ = loader.loadData(for: DataRequest(url: try server.url())) { log.add($0) }
    await eventually("the first piece is there before the second is sent") {
      log.events.body.count == 3
    }
    gate.open()
    await eventually("it ends") { log.events.hasEnded }
    let events = log.events
    #expect(events.heads.map(\.status) == [200])
    #expect(events.heads.first?.expectedBytes == 6)
    #expect(events.heads.first?.fields["etag"] == "\"a\"")
    #expect(events.body == Data("abcdef".utf8))
    #expect(events.error == nil)
  }

  @Test func `the head of an error says when to try again`() async throws {
    let events = try await events { connection, _ in
      connection.respond("503 Busy", headers: ["Retry-After: 7"], body: Array("later".utf8))
    }
    #expect(events.heads.first?.fields["Retry-After"] == "7")
    #expect(events.error == .status(503))
    #expect(events.body.isEmpty)
  }

  @Test func `a challenge has a head too`() async throws {
    let events = try await events { connection, _ in
      connection.respond("401 Who", headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    #expect(events.heads.map(\.status) == [401])
    #expect(events.error == .status(401))
  }

  @Test func `an unchanged body is not sent`() async throws {
    let events = try await events(.unlessMatching(tag)) { connection, request in
      let isAsked = request.contains("If-None-Match: \"a\"\r\n")
      connection.send("HTTP/1.1 \(isAsked ? 304 : 200) Same\r\nETag: \"a\"\r\n")
      connection.send("Content-Length: \(isAsked ? 1_000 : 0)\r\nConnection: close\r\n\r\n")
    }
    #expect(events.status == 304)
    #expect(events.heads.first?.expectedBytes == nil)
    #expect(events.error == nil)
  }

  @Test func `a changed body comes whole`() async throws {
    let events = try await events(.unlessMatching(tag)) { connection, _ in
      connection.respond(headers: ["ETag: \"b\""])
    }
    #expect(events.status == 200)
    #expect(events.body == Data([7]))
  }

  @Test(arguments: [304, 206]) func `unasked it is an error`(status: Int) async throws {
    let events = try await events { connection, request in
      #expect(!request.contains("If-") && !request.contains("Range"))
      connection.respond("\(status) What", headers: ["Content-Range: bytes 0-0/1"])
    }
    #expect(events.error == .status(status))
  }

  @Test func `the rest of a body is asked for from its byte on`() async throws {
    let condition = DataRequest.Condition.from(offset: 3, ifMatching: tag)
    let events = try await events(condition) { connection, request in
      #expect(request.contains("Range: bytes=3-\r\n") && request.contains("If-Range: \"a\"\r\n"))
      connection.respond(
        "206 Part", headers: ["Content-Range: bytes 3-5/6", "ETag: \"a\""],
        body: Array("def".utf8))
    }
    #expect(events.status == 206)
    #expect(events.body == Data("def".utf8))
    #expect(events.error == nil)
  }

  @Test func `a range beyond the end is its status`() async throws {
    let events = try await events(.from(offset: 9, ifMatching: tag)) { connection, _ in
      connection.respond("416 No", headers: ["Content-Range: bytes */6"])
    }
    #expect(events.status == 416)
    #expect(events.error == .status(416))
  }

  @Test func `earlier bytes count when a rest is cut off or too large`() async throws {
    let condition = DataRequest.Condition.from(offset: 60, ifMatching: tag)
    func answer(_ length: Int) async throws -> EventLog {
      try await events(condition, limits: ImageLimits(maxBytes: 100)) { connection, _ in
        connection.send("HTTP/1.1 206 Part\r\nContent-Range: bytes 60-99/100\r\n")
        connection.send("Content-Length: \(length)\r\nConnection: close\r\n\r\nabc")
      }
    }
    #expect(try await answer(40).error == .truncated(bytes: 63, expected: 100))
    #expect(try await answer(41).error == .tooLarge(bytes: 101, limit: 100))
  }

  @Test func `a redirect within the origin keeps the condition, one elsewhere only a tag`()
    async throws
  {
    let requests = Log<String>()
    let other = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.respond()
    }
    let port = other.port
    let server = try RawServer { connection in
      let request = connection.readRequest()
      requests.add(request)
      let target = request.hasPrefix("GET /a") ? "/b" : "http://127.0.0.1:\(port)/c"
      connection.respond("302 Found", headers: ["Location: \(target)"])
    }
    let both = Validators(entityTag: "\"a\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
    for condition in [
      DataRequest.Condition.unlessMatching(both), .from(offset: 3, ifMatching: both),
    ] {
      let request = DataRequest(url: try server.url(), condition: condition)
      #expect(await loader.events(for: request).body == Data([7]))
    }
    func has(_ field: String) -> [Bool] {
      requests.entries.map { $0.contains("\r\n\(field): ") }
    }
    #expect(has("If-None-Match") == [true, true, true, false, false, false])
    #expect(has("If-Modified-Since") == [true, true, false, false, false, false])
    #expect(has("Range") == [false, false, false, true, true, false])
    #expect(has("If-Range") == [false, false, false, true, true, false])
  }

  @Test func `a cancel before the answer is the only event`() async throws {
    let log = SharedEventLog()
    let server = try RawServer { $0.waitForClient() }
    let task = loader.loadData(for: DataRequest(url: try server.url())) { log.add($0) }
    task.cancel()
    await eventually("it ends") { log.events.hasEnded }
    #expect(log.events.error == .cancelled)
    #expect(log.events.heads.isEmpty)
  }
}
