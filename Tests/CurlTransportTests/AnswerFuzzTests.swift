import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CurlTransport

/// Answers that chance has made of good ones.
///
/// `FUZZ_ANSWERS` says how many, `FUZZ_SEED` which are the first.
@Suite(.timeLimit(.minutes(60))) struct AnswerFuzzTests {
  private static func number(_ name: String, default number: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? number
  }

  @Test func `no answer does worse than an error`() async throws {
    let (count, first) = (
      Self.number("FUZZ_ANSWERS", default: Thoroughness.rounds(short: 500, full: 100_000)),
      Self.number("FUZZ_SEED", default: 0)
    )
    let client = TestClient()
    let server = try RawServer { connection in
      while true {
        let request = connection.readRequest()
        guard
          let seed = request.split(separator: " ").dropFirst().first.flatMap({ Int($0.dropFirst()) }
          )
        else { return }
        let answer = FuzzedAnswer(seed: UInt64(seed))
        connection.send(answer.bytes)
        if answer.endsWithReset { return connection.reset() }
        if !answer.staysOpen { return }
      }
    }
    var next = first
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      func add() throws {
        var request = URLRequest(url: try server.url("\(next)"))
        // Some answers announce more than comes.
        request.timeoutInterval = 1
        next += 1
        group.addTask { [request] in await client.outcome(of: request) }
      }
      for _ in 0..<min(24, count) { try add() }
      for try await outcome in group {
        #expect((outcome.error == nil) == (outcome.status != nil))
        if next < first + count { try add() }
      }
    }
    #expect(next == first + count)
    // It still works as on the first day.
    let last = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond(body: Array("hello".utf8))
    }
    #expect(await client.outcome(of: try last.url()).body == Data("hello".utf8))
  }
}

/// A good answer with a few changes.
private struct FuzzedAnswer {
  private(set) var bytes: [UInt8]
  let endsWithReset: Bool
  let staysOpen: Bool

  private static let starts = [
    "HTTP/1.1 200 OK", "http/1.0 200", "HTTP/1.1 302 Found", "HTTP/1.1 401 Who",
    "HTTP/1.1 304 Same",
  ]
  private static let fields = [
    "Location: /b", "WWW-Authenticate: Basic realm=\"x\"", "Content-Type: image/png",
    "Content-Disposition: attachment; filename=\"a\"", "Content-Encoding: gzip",
    "Connection: close",
    "Set-Cookie: a=b; expires=x", "Content-Length: 5", "Content-Length: 9223372036854775807",
    "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Trailer: X", " folded", "",
    "Content-Type: text/html; charset=\"\"", "Expires: \u{0}", "Keep-Alive: timeout=-1",
    "Alt-Svc: h2=\":1\"",
  ]
  private static let bodies = [
    "hello", "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\nX: y\r\n\r\n",
    "5;a=\"b\"\r\nhello\r\n0\r\nX\r\n\r\n",
    "ffffffffffffffff\r\nhello", "-1\r\nhello", "0\r\n", "",
  ]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func pick(_ texts: [String]) -> String { texts[.random(in: 0..<texts.count, using: &random)] }
    var lines: [String] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) / 3 {
      lines += ["HTTP/1.1 \(Int.random(in: 100...199, using: &random)) ", ""]
    }
    lines.append(pick(Self.starts))
    for _ in 0..<Int.random(in: 0..<6, using: &random) { lines.append(pick(Self.fields)) }
    bytes = Array((lines + ["", pick(Self.bodies)]).joined(separator: "\r\n").utf8)
    for _ in 0..<Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
      case 3: bytes.removeSubrange(place...)
      default:
        bytes.insert(Array("\n\r\0 :\u{7F}".utf8)[.random(in: 0..<6, using: &random)], at: place)
      }
    }
    endsWithReset = Int.random(in: 0..<8, using: &random) == 0
    staysOpen = Int.random(in: 0..<60, using: &random) == 0
  }
}
