import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CurlTransport

/// Broken, malicious and rare answers of servers, through a URLSession without a delegate.
@Suite(.timeLimit(.minutes(2))) struct HostileAnswerTests {
  private let client = TestClient()

  /// Returns the outcome of an answer with `↵` for line ends, after which the connection closes.
  private func outcome(_ answer: String) async throws -> Outcome {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send(answer.replacing("↵", with: "\r\n"))
    }
    defer { withExtendedLifetime(server) {} }
    return await client.outcome(of: try server.url())
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵5↵hello↵0↵X: y↵↵",
    "HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵Trailer: X↵↵5;a=b↵hello↵0↵X: y↵Y: z↵↵",
    "HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵Content-Length: 3↵↵5↵hello↵0↵↵",
    "http/1.1 200 ok↵content-length: 5↵↵hello", "HTTP/1.1 200↵Content-Length: 5↵↵hello",
    "HTTP/1.1 200 OK↵A: b↵ c↵\td↵Content-Length: 5↵↵hello",
    "HTTP/1.1 200 OK↵Content-Length: 5↵Content-Length: 5↵↵hello",
    "HTTP/1.1 200 OK↵Content-Length: 5↵↵hello and more", "HTTP/1.0 200 OK↵↵hello",
    "HTTP/1.1 200 OK↵A: \u{E9}↵Content-Length: 5↵↵hello",
    "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
    "HTTP/1.1 102 ↵A: b↵↵HTTP/1.1 103 ↵↵HTTP/1.1 199 ↵↵HTTP/1.1 200 OK↵Content-Length: 5↵↵hello",
    "HTTP/1.1 100 ↵↵HTTP/1.1 200 OK↵Content-Length: 5↵↵hello",
  ])
  func `a valid answer is accepted`(answer: String) async throws {
    #expect(try await outcome(answer) == Outcome(status: 200, body: Data("hello".utf8)))
  }

  @Test(arguments: [
    ("", URLError.Code.networkConnectionLost), ("HTTP/1.1", .networkConnectionLost),
    ("HTTP/1.1 200 OK↵", .networkConnectionLost),
    ("HTTP/1.1 200 OK↵Content-Type: image/png↵", .networkConnectionLost),
    ("http/1.1 200 OK↵Content-", .networkConnectionLost),
    ("HTTP/1.1 100 Continue↵↵", .networkConnectionLost),
    ("HTTP/1.1 103 Hints↵↵HTTP/1.1 200 OK↵", .networkConnectionLost),
    ("HTTP/1.1 301 Moved↵Location: /b↵", .networkConnectionLost),
    ("HTTP/1.1 200 OK↵Content-Length: 9↵↵abc", .badServerResponse),
    ("HTTP/1.1 200 OK↵Content-Length: 9223372036854775296↵↵abc", .badServerResponse),
    ("HTTP/1.1 200 OK↵Content-Length: 99999999999999999999↵↵", .badServerResponse),
    ("HTTP/1.1 200 OK↵Content-Length: -5↵↵abc", .badServerResponse),
    ("HTTP/1.1 200 OK↵Content-Length: 5↵Content-Length: 6↵↵abcdef", .badServerResponse),
    ("HTTP/1.1 200 OK↵Broken header↵↵", .badServerResponse),
    ("HTTP/1.1 200 OK↵ folded↵↵", .badServerResponse),
    ("HTTP/1.1 101 Switching↵↵abc", .badServerResponse),
    ("nonsense", .badServerResponse), ("<html>HTTP/0.9</html>", .badServerResponse),
    ("HTTP/9.9 200 OK↵↵", .badServerResponse), ("HTTP/1.1 abc↵↵", .badServerResponse),
    ("HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵zz↵abc", .networkConnectionLost),
    ("HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵-5↵abc", .networkConnectionLost),
    ("HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵ffffffffffffffff↵abc", .networkConnectionLost),
    (
      "HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵ffffffffffffffffffff↵abc", .networkConnectionLost
    ),
    ("HTTP/1.1 200 OK↵Transfer-Encoding: chunked↵↵5↵hel", .badServerResponse),
    ("HTTP/1.1 200 OK↵Content-Encoding: gzip↵Content-Length: 5↵↵hello", .cannotDecodeContentData),
  ])
  func `an invalid answer is an error that says so`(answer: String, code: URLError.Code)
    async throws
  {
    #expect(try await outcome(answer) == Outcome(error: code))
  }

  @Test(arguments: [
    ("many fields", "A: b\r\n"),
    ("a field without end", String(repeating: "b", count: 10_000)),
    ("long fields", "A: " + String(repeating: "b", count: 10_000) + "\r\n"),
    ("folded lines", " b\r\n"),
    ("interim answers", "\r\nHTTP/1.1 103 Hints\r\n"),
  ])
  func `a header without end is an error before it fills the memory`(
    name: String, part: String
  ) async throws {
    let left = Log<Void>()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 103 Hints\r\nA: b")
      if name != "a field without end" { connection.send("\r\n") }
      let block = Array(String(repeating: part, count: 10).utf8)
      while connection.send(block) {}
      left.add(())
    }
    let outcome = await client.outcome(of: try server.url())
    #expect(outcome.error != nil && outcome.error != URLError.Code.timedOut)
    await eventually("the connection is closed") { left.count == 1 }
  }

  /// Fields, and the bytes that the value of each has.
  @Test(arguments: [(20_000, 1), (1_000, 1_000), (1, 1 << 20)])
  func `a header that is too large is an error, though it ends`(count: Int, size: Int) async throws
  {
    let field = Array("A: ".utf8) + Array(repeating: UInt8(ascii: "b"), count: size) + [13, 10]
    let fields = Array(repeatElement(field, count: count).joined())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n")
      connection.send(fields)
      connection.send("Content-Length: 5\r\n\r\nhello")
    }
    #expect(await client.outcome(of: try server.url()) == Outcome(error: .badServerResponse))
  }

  @Test func `every interim answer is passed over, but for a change of protocol`() async throws {
    let server = try RawServer { connection in
      let path = connection.readRequest().split(separator: " ").dropFirst().first ?? ""
      connection.send("HTTP/1.1 \(path.dropFirst()) Wait\r\nA: b\r\n\r\n")
      connection.respond()
    }
    for status in 100...199 {
      let outcome = await client.outcome(of: try server.url("\(status)"))
      let expected =
        status == 101
        ? Outcome(error: .badServerResponse) : Outcome(status: 200, body: Data([7]))
      #expect(outcome == expected, "\(status)")
    }
  }

  @Test func `a reset anywhere in an answer is an error or the answer`() async throws {
    let answer = Array(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n".utf8)
    let server = try RawServer { connection in
      let path = connection.readRequest().split(separator: " ").dropFirst().first ?? ""
      connection.send(answer.prefix(Int(path.dropFirst()) ?? 0))
      connection.reset()
    }
    for count in 0...answer.count {
      let outcome = await client.outcome(of: try server.url("\(count)"))
      if outcome.error == nil {
        #expect(outcome == Outcome(status: 200, body: Data("hello".utf8)), "after \(count) bytes")
      } else {
        #expect(
          [.networkConnectionLost, .badServerResponse, .cannotConnectToHost]
            .contains(outcome.error), "after \(count) bytes")
      }
    }
    await eventually("no connection is left") {
      (try? LoopbackConnections.count(port: server.port)) == 0
    }
  }

  @Test func `neighbors of a broken answer load`() async throws {
    let server = try RawServer { connection in
      let isBroken = connection.readRequest().contains("broken")
      connection.send(isBroken ? "HTTP/1.1 200 OK\r\nCont" : "HTTP/1.1 200 OK\r\n\r\nhello")
    }
    try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      for number in 0..<40 {
        let url = try server.url(number.isMultiple(of: 2) ? "broken" : "whole")
        group.addTask { (number, await client.outcome(of: url)) }
      }
      for try await (number, outcome) in group {
        #expect(
          outcome
            == (number.isMultiple(of: 2)
              ? Outcome(error: .networkConnectionLost)
              : Outcome(status: 200, body: Data("hello".utf8))))
      }
    }
  }
}
