import NIOHTTP1
import Raster
import TestSupport
import Testing

@testable import PlaceholderServer

@Suite(.ownThread, .timeLimit(.minutes(1))) struct ServingTests {
  private func started(_ shape: ServerShape = ServerShape()) throws -> PlaceholderServer {
    let server = try PlaceholderServer(shape: shape)
    try server.start()
    return server
  }

  @Test(arguments: ["png", "jpeg"]) func `a picture arrives whole`(format: String) throws {
    let server = try started()
    let target = "/120x90?text=food%207&format=\(format)"
    let answer = try RawClient.get(target, from: server.port)
    guard case .picture(let picture, _) = try Route(target: target, method: .GET) else { return }
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "image/\(format)")
    #expect(answer.fields["content-length"] == String(answer.body.count))
    #expect(answer.fields["etag"] == picture.entityTag)
    #expect(answer.fields["cache-control"] != nil)
    #expect(try answer.body == picture.bytes())
  }

  @Test func `a large picture arrives whole`() throws {
    let server = try started()
    let answer = try RawClient.get("/1500x1500?format=jpeg", from: server.port)
    #expect(answer.body.count > 65_536)
    #expect(DecodedPicture(jpeg: answer.body)?.size.width == 1500)
  }

  @Test func `HEAD has the head of GET and no body`() throws {
    let server = try started()
    let get = try RawClient.get("/30x20", from: server.port)
    let client = try RawClient(port: server.port)
    client.request("/30x20", method: "HEAD", headers: ["Connection: close"])
    let head = try client.readAnswer(hasBody: false)
    #expect(head.status == 200)
    for name in ["content-length", "content-type", "etag", "cache-control"] {
      #expect(head.fields[name] == get.fields[name])
    }
    #expect(client.pending.isEmpty)
    #expect(client.readAll().bytes.isEmpty)
  }

  @Test func `a picture known by its tag is not sent again`() throws {
    let server = try started()
    let tag = try #require(try RawClient.get("/30x20", from: server.port).fields["etag"])
    let answer = try RawClient.get(
      "/30x20", from: server.port, headers: ["If-None-Match: \(tag)"])
    #expect(answer.status == 304)
    #expect(answer.fields["etag"] == tag)
    #expect(answer.fields["content-length"] == nil)
  }

  @Test(arguments: [
    ("GET", "/nothing", 404), ("GET", "/0x0", 400), ("GET", "/9x9?delay=x", 400),
    ("POST", "/9x9", 405), ("DELETE", "/stats", 405), ("GET", "/9x9?status=503", 503),
    ("GET", "/9x9?" + String(repeating: "a", count: 9_000), 414),
  ])
  func `a refusal is a sentence and the connection goes on`(
    method: String, target: String, status: Int
  ) throws {
    let server = try started()
    let client = try RawClient(port: server.port)
    client.request(target, method: method)
    let answer = try client.readAnswer()
    #expect(answer.status == status)
    #expect(answer.fields["content-type"]?.hasPrefix("text/plain") == true)
    #expect(answer.text.hasSuffix("\n") && answer.text.count > 10)
    client.request("/1x1")
    #expect(try client.readAnswer().status == 200)
  }

  @Test func `the body of a refused request is read over`() throws {
    let server = try started()
    let client = try RawClient(port: server.port)
    client.request("/9x9", method: "POST", headers: ["Content-Length: 5"])
    client.send("hello")
    #expect(try client.readAnswer().status == 405)
    client.request("/1x1")
    #expect(try client.readAnswer().status == 200)
  }

  @Test func `requests sent ahead are answered in order`() throws {
    let server = try started(ServerShape(jitter: .milliseconds(4)))
    let client = try RawClient(port: server.port)
    let widths = (1...40).map { $0 * 3 }
    client.send(widths.map { "GET /\($0)x2 HTTP/1.1\r\n\r\n" }.joined())
    for width in widths {
      #expect(DecodedPicture(png: try client.readAnswer().body)?.size.width == width)
    }
  }

  @Test func `a flood of requests sent ahead does not exhaust the stack`() throws {
    let server = try started()
    let client = try RawClient(port: server.port)
    let count = 4_000
    client.send(String(repeating: "GET /a HTTP/1.1\r\n\r\n", count: count))
    for _ in 0..<count { #expect(try client.readAnswer().status == 404) }
  }

  @Test(arguments: [
    "GET /1x1 HTTP/1.0\r\n\r\n", "GET /1x1 HTTP/1.1\r\nConnection: close\r\n\r\n",
  ])
  func `a client that wants no second answer sees the end`(request: String) throws {
    let server = try started()
    let client = try RawClient(port: server.port)
    client.send(request)
    let answer = try client.readAnswer()
    #expect(answer.status == 200)
    #expect(answer.fields["connection"] == "close")
    #expect(client.readAll().end == .closed)
  }

  @Test(arguments: [
    "no such thing\r\n\r\n", "GET /1x1 HTTP/9.x\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
  ])
  func `bytes other than HTTP are refused and the connection closes`(bytes: String) throws {
    let server = try started()
    let client = try RawClient(port: server.port)
    client.send(bytes)
    let answer = try client.readAnswer()
    #expect(answer.status == 400)
    #expect(answer.text.contains("HTTP"))
    #expect(client.readAll().end == .closed)
    #expect(server.statistics.requests == 0)
  }

  @Test func `a client that connects before the start waits and is answered`() throws {
    let server = try PlaceholderServer()
    let client = try RawClient(port: server.port)
    client.request("/1x1")
    try server.start()
    try server.start()
    #expect(try client.readAnswer().status == 200)
  }

  @Test func `a port that is taken is a clear error`() throws {
    let server = try PlaceholderServer()
    let error = #expect(throws: ServerError.self) { try PlaceholderServer(port: server.port) }
    #expect(error == .portInUse(server.port))
    #expect(error?.description == "port \(server.port) on 127.0.0.1 is in use")
  }

  @Test(arguments: [-1, 65_536, Int.max, Int.min]) func `a port number has sixteen bits`(port: Int)
  {
    #expect(throws: ServerError.invalidPort(port)) { try PlaceholderServer(port: port) }
  }

  @Test func `a stop closes every connection and frees the port`() async throws {
    let server = try started()
    let hanging = try RawClient(port: server.port)
    hanging.request("/1x1?hang=1")
    await eventually("the request is under way") { server.statistics.inFlight == 1 }
    server.stop()
    server.stop()
    #expect(hanging.readAll().end != .silent)
    #expect(server.statistics.aborted == 1)
    #expect(throws: ServerError.stopped) { try server.start() }
    #expect(throws: Never.self) { try PlaceholderServer(port: server.port) }
  }

  @Test func `a server that never started frees its port too`() throws {
    let server = try PlaceholderServer()
    server.stop()
    #expect(throws: Never.self) { try PlaceholderServer(port: server.port) }
  }
}
