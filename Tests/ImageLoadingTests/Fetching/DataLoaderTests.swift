import FoundationEssentials
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct DataLoaderTests {
  private let loader = DataLoader()

  /// Returns the outcome of a fetch from a server that reads the request and then runs the script.
  private func outcome(
    limits: ImageLimits = ImageLimits(), _ script: @escaping RawServer.Script
  ) async throws -> Result<Data, ImageError> {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      script(connection)
    }
    defer { withExtendedLifetime(server) {} }
    return await loader.outcome(of: try server.url(), limits: limits)
  }

  @Test func `a body arrives as it was sent`() async throws {
    let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let outcome = try await outcome { $0.respond(body: body) }
    #expect(outcome == .success(Data(body)))
  }

  @Test func `a chunked body arrives without its framing`() async throws {
    let outcome = try await outcome {
      $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
      $0.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
    }
    #expect(outcome == .success(Data("abcde".utf8)))
  }

  @Test func `interim answers are passed over`() async throws {
    let outcome = try await outcome { connection in
      connection.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n")
      connection.respond()
    }
    #expect(outcome == .success(Data([7])))
  }

  @Test func `the request asks for pictures, uncompressed, and sends no cookie`() async throws {
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.respond(headers: ["Set-Cookie: a=b"])
    }
    for _ in 0..<2 { _ = await loader.outcome(of: try server.url("300x200?text=food%200")) }
    #expect(requests.count == 2)
    for request in requests.entries {
      let lines = request.split(separator: "\r\n")
      #expect(lines.first == "GET /300x200?text=food%200 HTTP/1.1")
      #expect(lines.contains { $0.hasPrefix("Accept: image/webp,") })
      #expect(!lines.contains { $0.hasPrefix("Accept-Encoding:") && !$0.hasSuffix(" identity") })
      #expect(!lines.contains { $0.hasPrefix("Cookie:") })
    }
  }

  @Test(arguments: ["404 Not Found", "500 Broken", "401 Who", "304 Same"])
  func `a status that is no success is the error`(status: String) async throws {
    let outcome = try await outcome { $0.respond(status, body: Array("sorry".utf8)) }
    #expect(outcome == .failure(.status(try #require(Int(status.prefix(3))))))
  }

  @Test func `a challenge for a password is a status too, and does not hang`() async throws {
    let outcome = try await outcome {
      $0.respond("401 Who", headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    #expect(outcome == .failure(.status(401)))
  }

  @Test(arguments: ["200 OK", "204 Nothing"])
  func `an empty body is an error of its own`(status: String) async throws {
    let outcome = try await outcome { $0.respond(status, body: []) }
    #expect(outcome == .failure(.empty))
  }

  @Test(arguments: ["text/html; charset=utf-8", "video/mp4", "Application/JSON"])
  func `a type that no picture has is refused, unless the bytes are a picture's`(
    type: String
  ) async throws {
    let outcome = try await outcome { $0.respond(headers: ["Content-Type: \(type)"]) }
    #expect(outcome == .failure(.contentType(type)))
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let other = try await self.outcome {
      $0.respond(headers: ["Content-Type: \(type)"], body: picture)
    }
    #expect(other == .success(Data(picture)))
  }

  @Test(arguments: [
    "\u{FEFF}\n <!DOCTYPE html><p>", "<HTML>" + String(repeating: " ", count: 2_000),
  ])
  func `a page is refused by its bytes`(page: String) async throws {
    let outcome = try await outcome {
      $0.respond(headers: ["Content-Type: image/png"], body: Array(page.utf8))
    }
    #expect(outcome == .failure(.contentType("text/html")))
  }

  @Test(arguments: ["UTF-8", "aws-chunked", "none", "", "binary, identity"])
  func `an unknown packing is none`(encoding: String) async throws {
    let outcome = try await outcome { $0.respond(headers: ["Content-Encoding: \(encoding)"]) }
    #expect(outcome == .success(Data([7])))
  }

  @Test func `a body that is packed all the same is unpacked by a second request`() async throws {
    let answers = Log<Void>()
    // "picture" as a zlib stream.
    let packed: [UInt8] = [
      0x78, 0x9C, 0x2B, 0xC8, 0x4C, 0x2E, 0x29, 0x2D, 0x4A, 0x05, 0x00, 0x0B, 0xF4, 0x02, 0xFD,
    ]
    let outcome = try await outcome { connection in
      answers.add(())
      connection.respond(headers: ["Content-Encoding: deflate"], body: packed)
    }
    #expect(outcome == .success(Data("picture".utf8)))
    #expect(answers.count == 2)
  }

  @Test(arguments: ["image/jpeg", "text/plain", "application/octet-stream", "nonsense"])
  func `other types are let through for the decoder to judge`(type: String) async throws {
    let outcome = try await outcome { $0.respond(headers: ["Content-Type: \(type)"]) }
    #expect(outcome == .success(Data([7])))
  }

  @Test func `an announced size over the limit is refused before the body`() async throws {
    let limits = ImageLimits(maxBytes: 1_000)
    let outcome = try await outcome(limits: limits) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
      connection.waitForClient()
    }
    #expect(outcome == .failure(.tooLarge(bytes: 1_001, limit: 1_000)))
  }

  @Test func `an endless body ends at the limit`() async throws {
    let left = Log<Void>()
    let outcome = try await outcome(limits: ImageLimits(maxBytes: 1_000_000)) { connection in
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      while connection.send(repeatElement(7, count: 10_000)) {}
      left.add(())
    }
    guard case .failure(.tooLarge(let bytes, limit: 1_000_000)) = outcome else {
      Issue.record("it was \(outcome)")
      return
    }
    #expect(bytes > 1_000_000)
    await eventually("the connection is closed") { left.count == 1 }
  }

  @Test func `a body of exactly the limit is let through`() async throws {
    let outcome = try await outcome(limits: ImageLimits(maxBytes: 5_000)) {
      $0.respond(body: repeatElement(7, count: 5_000))
    }
    #expect(outcome == .success(Data(repeating: 7, count: 5_000)))
  }

  @Test func `a body that ends before its announced length is truncated`() async throws {
    let outcome = try await outcome {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
    }
    #expect(outcome == .failure(.truncated(bytes: 3, expected: 100)))
  }

  @Test func `a server that says nothing times out`() async throws {
    let limits = ImageLimits(timeout: .milliseconds(300))
    let outcome = try await outcome(limits: limits) { $0.waitForClient() }
    #expect(outcome == .failure(.timedOut(after: .milliseconds(300))))
  }

  @Test func `a server that stops in the middle times out`() async throws {
    let limits = ImageLimits(timeout: .milliseconds(300))
    let outcome = try await outcome(limits: limits) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      connection.waitForClient()
    }
    #expect(outcome == .failure(.timedOut(after: .milliseconds(300))))
  }

  @Test func `a body that comes too slowly ends, although it keeps coming`() async throws {
    let arrivals = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n")
      while connection.send([7]) { arrivals.pass() }
    }
    // No rate is enough, so that the machine's does not decide.
    let limits = ImageLimits(timeout: .milliseconds(300), minimumBytesPerSecond: .max)
    let request = DataRequest(url: try server.url(), limits: limits)
    let error = await withCheckedContinuation { continuation in
      _ = loader.loadData(for: request) { event in
        arrivals.open()
        guard event.isLast else { return }
        if case .failed(let error) = event { continuation.resume(returning: error as ImageError?) }
        if case .finished = event { continuation.resume(returning: nil) }
      }
    }
    switch error {
    case .tooSlow(let rate, minimum: .max): #expect(rate > 0)
    // A busy machine may bring nothing for as long.
    case .timedOut: break
    default: Issue.record("it was \(String(describing: error))")
    }
  }

  @Test func `a canceled transfer closes its connection`() async throws {
    let (began, left) = (Log<Void>(), Log<Void>())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
      began.add(())
      connection.waitForClient()
      left.add(())
    }
    let log = SharedEventLog()
    let task = loader.loadData(for: DataRequest(url: try server.url())) { log.add($0) }
    await eventually("it is on its way") { began.count == 1 }
    task.cancel()
    task.cancel()
    await eventually("the server sees it leave") { left.count == 1 }
    #expect(log.events.error == .cancelled)
    #expect(log.events.endCount == 1)
  }

  @Test func `a released loader cancels what it has in flight`() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.waitForClient()
    }
    var released: DataLoader? = DataLoader()
    let log = SharedEventLog()
    _ = released?.loadData(for: DataRequest(url: try server.url())) { log.add($0) }
    released = nil
    await eventually("it is told") { log.events.error == .cancelled }
  }

  @Test(arguments: [
    ("data:image/png;base64,A", ImageError.unsupportedScheme("data")),
    ("file:///etc/hostname", .unsupportedScheme("file")),
    ("ftp://a.test/b", .unsupportedScheme("ftp")),
    ("http:///b", .badURL("http:///b")),
  ])
  func `a URL without a server is not requested`(text: String, error: ImageError) async throws {
    let outcome = await loader.outcome(of: try #require(URL(string: text)))
    #expect(outcome == .failure(error))
  }

  @Test func `nobody listening is an error of the connection`() async throws {
    var server: RawServer? = try RawServer { _ in }
    let url = try #require(try server?.url())
    server = nil
    guard case .failure(.connection) = await loader.outcome(of: url) else {
      Issue.record("there was an answer")
      return
    }
  }
}
