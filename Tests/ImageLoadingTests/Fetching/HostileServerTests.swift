import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Answers that only a broken or malicious server sends; some of them crash the protocol of FoundationNetworking.
@Suite(.timeLimit(.minutes(1))) struct HostileServerTests {
  private let loader = DataLoader()

  /// Line ends are written `↵`, for the sake of the log.
  @Test(arguments: [
    "", "HTTP/1.1", "HTTP/1.1 200 OK↵", "HTTP/1.1 200 OK↵Content-Type: image/png↵",
    "HTTP/1.1 200 OK↵Content-Le", "HTTP/1.1 100 Continue↵↵", "HTTP/1.1 101 Switching↵↵",
    "HTTP/1.1 103 Hints↵↵HTTP/1.1 200 OK↵", "HTTP/1.1 301 Moved↵Location: /b↵",
    "HTTP/1.1 301 Moved↵Location: /b↵Content-Length: 9↵↵abc", "↵↵", "nonsense",
    "HTTP/9.9 200 OK↵↵", "HTTP/1.1 abc↵↵", "HTTP/1.1 200 OK↵Broken header↵↵",
    "HTTP/1.1 200 OK↵Content-Length: 99999999999999999999↵↵",
    "HTTP/1.1 200 OK↵Content-Length: -5↵↵abc",
    "HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵zz↵abc",
    "HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵ffffffffffffffff↵abc",
  ])
  func `a broken answer is an error, and nothing worse`(answer: String) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send(answer.replacing("↵", with: "\r\n"))
    }
    let outcome = await loader.outcome(of: try server.url(), limits: Self.impatient)
    #expect(throws: ImageError.self) { try outcome.get() }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK↵", "HTTP/1.1 200 OK↵Content-Length: 9↵↵abc"])
  func `a reset is an error, and nothing worse`(answer: String) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send(answer.replacing("↵", with: "\r\n"))
      connection.reset()
    }
    let outcome = await loader.outcome(of: try server.url(), limits: Self.impatient)
    #expect(throws: ImageError.self) { try outcome.get() }
  }

  @Test(arguments: [
    ("many fields", "A: b\r\n"),
    ("long fields", "A: " + String(repeating: "b", count: 10_000) + "\r\n"),
    ("many interim answers", "\r\nHTTP/1.1 103 Hints\r\n"),
  ])
  func `a header without end is an error before it fills the memory`(
    name: String, line: String
  ) async throws {
    let left = Log<Void>()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 103 Hints\r\n")
      let block = Array(String(repeating: line, count: 10).utf8)
      while connection.send(block) {}
      left.add(())
    }
    let outcome = await loader.outcome(of: try server.url())
    switch outcome {
    case .failure(.connection), .failure(.status(103)): break
    default: Issue.record("it was \(outcome)")
    }
    await eventually("the connection is closed") { left.count == 1 }
  }

  @Test(arguments: ["Content-Encoding", "Transfer-Encoding"])
  func `a compressed body is inflated up to the limit only`(header: String) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond(headers: ["\(header): gzip"], body: Self.gzippedMegabyte)
    }
    let limits = ImageLimits(maxBytes: 10_000)
    switch await loader.outcome(of: try server.url(), limits: limits) {
    case .failure(.tooLarge(_, limit: 10_000)), .failure(.connection): break
    case .success(let bytes): #expect(bytes.elementsEqual(Self.gzippedMegabyte))
    case .failure(let error): Issue.record("another error: \(error)")
    }
  }

  private static let impatient = ImageLimits(timeout: .seconds(1))

  /// A million zeros in gzip, as `gzip -9` writes them: 1,003 bytes, zeros too but for the ends.
  private static let gzippedMegabyte: [UInt8] =
    [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xed, 0xc1, 0x01, 0x01, 0x00,
      0x00, 0x00, 0x82, 0x20, 0xff, 0xaf, 0x6e, 0x48, 0x40, 0x01,
    ]
    + Array(repeating: 0, count: 968)
    + [0xaf, 0x06, 0x9e, 0xcb, 0x79, 0x12, 0x40, 0x42, 0x0f, 0x00]
}
