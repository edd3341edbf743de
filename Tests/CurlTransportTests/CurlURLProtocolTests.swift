import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CurlTransport

/// The protocol class in a URLSession of another program.
@Suite(.timeLimit(.minutes(2))) struct CurlURLProtocolTests {
  private let client = TestClient()

  @Test func `a body comes whole, however many pieces it came in`() async throws {
    let body = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond(body: body)
    }
    #expect(await client.outcome(of: try server.url()) == Outcome(status: 200, body: Data(body)))
  }

  @Test func `a delegate is told of the response, the body and the end`() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond(headers: ["ETag: \"a\"", "X-A: b", "x-a: c"], body: Array("hello".utf8))
    }
    let log = DelegateLog()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [CurlURLProtocol.self]
    let session = URLSession(configuration: configuration, delegate: log, delegateQueue: nil)
    session.dataTask(with: try server.url()).resume()
    await eventually("it ends") { log.calls.entries.last == "end" }
    #expect(log.calls.entries == ["200 5 \"a\" b, c", "hello", "end"])
  }

  @Test(arguments: ["301 Moved", "302 Found", "303 Other", "307 Temporary", "308 Permanent"])
  func `a redirect is an answer without its body, however long that is`(status: String) async throws
  {
    let left = Log<Void>()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 \(status)\r\nLocation: /b\r\n\r\n")
      while connection.send(repeatElement(7, count: 10_000)) {}
      left.add(())
    }
    let expected = Outcome(status: Int(status.prefix(3)))
    #expect(await client.outcome(of: try server.url()) == expected)
    await eventually("the connection is closed") { left.count == 1 }
  }

  @Test func `a redirect that never ends its body is let go`() async throws {
    let left = Log<Void>()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 9\r\n\r\n")
      connection.waitForClient()
      left.add(())
    }
    #expect(await client.outcome(of: try server.url()) == Outcome(status: 302))
    await eventually("the connection is closed") { left.count == 1 }
  }

  @Test(arguments: ["Basic realm=\"x\"", "Basic", "Digest realm=x", "Nonsense"])
  func `a challenge is a status`(challenge: String) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond("401 Who", headers: ["WWW-Authenticate: \(challenge)"])
    }
    #expect(await client.outcome(of: try server.url()) == Outcome(status: 401, body: Data([7])))
  }

  @Test func `a name and a password go to the server`() async throws {
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.respond()
    }
    _ = await client.outcome(of: try server.url(credentials: "me:secret@"))
    #expect(requests.entries.first?.contains("\r\nAuthorization: Basic bWU6c2VjcmV0\r\n") == true)
  }

  @Test func `a compressed body is decompressed, unless the request forbids that`()
    async throws
  {
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.respond(headers: ["Content-Encoding: gzip"], body: Self.gzippedMegabyte)
    }
    let unpacked = await client.outcome(of: try server.url())
    #expect(unpacked == Outcome(status: 200, body: Data(count: 1_000_000)))
    #expect(requests.entries[0].contains("\r\nAccept-Encoding: deflate, gzip"))
    var request = URLRequest(url: try server.url())
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    #expect(await client.outcome(of: request).body.elementsEqual(Self.gzippedMegabyte))
  }

  @Test func `a bomb ends at the limit, while it is unpacked`() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
      connection.send(Self.gzippedMegabyte.prefix(900))
      // Each byte means a thousand more.
      while connection.send(repeatElement(0, count: 1_000)) {}
    }
    let outcome = await client.outcome(of: try server.url())
    #expect(outcome == Outcome(error: .dataLengthExceedsMaximum))
  }

  @Test func `HEAD is answered without a body`() async throws {
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")
    }
    var request = URLRequest(url: try server.url())
    request.httpMethod = "HEAD"
    #expect(await client.outcome(of: request) == Outcome(status: 200))
    #expect(requests.entries.first?.hasPrefix("HEAD /a HTTP/1.1\r\n") == true)
    #expect(await client.outcome(of: URLRequest(url: try server.url())).error == .badServerResponse)
  }

  @Test func `silence is a timeout, before the answer and in the middle`() async throws {
    let server = try RawServer { connection in
      if connection.readRequest().contains("middle") {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      }
      connection.waitForClient()
    }
    for path in ["before", "middle"] {
      let request = URLRequest(url: try server.url(path), timeoutInterval: 1)
      #expect(await client.outcome(of: request) == Outcome(error: .timedOut))
    }
  }

  @Test func `nobody listening is an error of the connection`() async throws {
    var server: RawServer? = try RawServer { _ in }
    let url = try #require(try server?.url())
    server = nil
    #expect(await client.outcome(of: url) == Outcome(error: .cannotConnectToHost))
  }

  @Test func `a file is not downloaded, because nobody could be told where it is`() async throws {
    let server = try RawServer { $0.respond() }
    let url = try server.url()
    let error = await withCheckedContinuation { continuation in
      client.session.downloadTask(with: url) { _, _, error in
        continuation.resume(returning: (error as? URLError)?.code)
      }.resume()
    }
    #expect(error == .unsupportedURL)
  }

  @Test func `a canceled task ends as canceled and closes its connection`() async throws {
    let (began, left) = (Log<Void>(), Log<Void>())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      began.add(())
      connection.waitForClient()
      left.add(())
    }
    let errors = Log<URLError.Code?>()
    let task = client.session.dataTask(with: try server.url()) { _, _, error in
      errors.add((error as? URLError)?.code)
    }
    task.resume()
    await eventually("it is on its way") { began.count == 1 }
    task.cancel()
    await eventually("it is told, and the server sees it leave") {
      errors.entries == [.cancelled] && left.count == 1
    }
  }

  @Test func `a suspended task begins anew when it is resumed`() async throws {
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      if requests.count == 1 {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        connection.waitForClient()
      } else {
        connection.respond()
      }
    }
    let bodies = Log<Data?>()
    let task = client.session.dataTask(with: try server.url()) { data, _, _ in bodies.add(data) }
    task.resume()
    await eventually("it is on its way") { requests.count == 1 }
    task.suspend()
    task.resume()
    await eventually("it ends") { bodies.entries == [Data([7])] }
  }

  @Test func `a task that is resumed twice brings one body`() async throws {
    let (isAskedAgain, hasLeft) = (Gate(), Gate())
    let requests = Log<String>()
    let server = try RawServer { connection in
      requests.add(connection.readRequest())
      if requests.count == 1 {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
        isAskedAgain.pass()
        connection.send("lo")
        connection.waitForClient()
        hasLeft.open()
      } else {
        isAskedAgain.open()
        hasLeft.pass()
        connection.respond(body: Array("hello".utf8))
      }
    }
    let bodies = Log<Data?>()
    let task = client.session.dataTask(with: try server.url()) { data, _, _ in bodies.add(data) }
    task.resume()
    await eventually("it is on its way") { requests.count == 1 }
    task.resume()
    await eventually("it ends") { bodies.count > 0 }
    #expect(bodies.entries == [Data("hello".utf8)])
  }

  /// A million zeros in gzip, as `gzip -9` writes them: 1,003 bytes, zeros too but for the ends.
  private static let gzippedMegabyte: [UInt8] =
    [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xed, 0xc1, 0x01, 0x01, 0x00,
      0x00, 0x00, 0x82, 0x20, 0xff, 0xaf, 0x6e, 0x48, 0x40, 0x01,
    ]
    + Array(repeating: 0, count: 968)
    + [0xaf, 0x06, 0x9e, 0xcb, 0x79, 0x12, 0x40, 0x42, 0x0f, 0x00]
}

/// Notes what a session tells its delegate.
private final class DelegateLog: NSObject, URLSessionDataDelegate {
  let calls = Log<String>()

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else { return }
    let fields = ["ETag", "X-A"].map { response.value(forHTTPHeaderField: $0) ?? "" }
    calls.add(
      "\(response.statusCode) \(response.expectedContentLength) \(fields.joined(separator: " "))")
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    calls.add(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    calls.add(error.map { "\($0)" } ?? "end")
  }
}
