import Raster
import SimulationModels
import TestSupport
import Testing

@testable import PlaceholderServer

@Suite(.ownThread, .timeLimit(.minutes(1))) struct FaultTests {
  private let server: PlaceholderServer

  init() throws {
    server = try PlaceholderServer()
    try server.start()
  }

  private func client(asking target: String) throws -> RawClient {
    let client = try RawClient(port: server.port)
    client.request(target)
    return client
  }

  @Test func `an answer cut short promises more than it gives`() throws {
    let (bytes, end) = try client(asking: "/64x64?truncate=100").readAll()
    let (head, start) = try #require(RawAnswer.head(of: bytes))
    #expect(head.status == 200)
    #expect(Int(head.fields["content-length"] ?? "").map { $0 > 100 } == true)
    #expect(bytes.count - start == 100)
    #expect(end == .closed)
  }

  @Test func `an answer cut before its body has a whole head`() throws {
    let (bytes, end) = try client(asking: "/64x64?truncate=0").readAll()
    let (head, start) = try #require(RawAnswer.head(of: bytes))
    #expect(head.status == 200)
    #expect(bytes.count == start)
    #expect(end == .closed)
  }

  @Test func `a cut beyond the end still closes the connection`() throws {
    let client = try client(asking: "/64x64?truncate=2147483647")
    #expect(DecodedPicture(png: try client.readAnswer().body)?.size.width == 64)
    #expect(client.readAll().end == .closed)
  }

  @Test func `a stall holds back the first answer for an address, and no other`() async throws {
    let target = "/24x16?stall=600000"
    let stalled = try client(asking: target)
    await eventually("it is asked for") { server.statistics.inFlight == 1 }
    let body = try client(asking: target).readAnswer().body
    #expect(DecodedPicture(png: body)?.size.width == 24)
    await eventually("the second is answered, and the first is not") {
      server.statistics.paths[target].map { $0.requests == 2 && $0.completed == 1 } == true
    }
    stalled.close()
  }

  @Test(arguments: [0, 100]) func `a reset is a reset`(bytes: Int) throws {
    #expect(try client(asking: "/64x64?reset=\(bytes)").readAll().end == .reset)
  }

  @Test func `garbage is no HTTP and the connection closes`() throws {
    let (bytes, end) = try client(asking: "/64x64?garbage=1").readAll()
    #expect(bytes.count == 256)
    #expect(bytes.first == 0xFF)
    #expect(RawAnswer.head(of: bytes) == nil)
    #expect(end == .closed)
  }

  @Test func `a drip comes whole`() throws {
    let whole = try RawClient.get("/24x16", from: server.port)
    let client = try RawClient(port: server.port)
    client.request("/24x16?drip=2000", headers: ["Connection: close"])
    let (bytes, end) = client.readAll()
    let (_, start) = try #require(RawAnswer.head(of: bytes))
    #expect(Array(bytes[start...]) == whole.body)
    #expect(end == .closed)
  }

  @Test func `a short answer gets through a shared link beside a long one`() throws {
    let shared = try PlaceholderServer(shape: ServerShape(linkBandwidth: 200_000))
    try shared.start()
    let long = try RawClient(port: shared.port)
    long.request("/24x16?bytes=16777216")
    #expect(try RawClient.get("/24x16?bytes=9000", from: shared.port).body.count == 9_000)
    #expect(shared.statistics.paths["/24x16?bytes=16777216"]?.completed == 0)
    long.close()
  }

  @Test func `in an outage an answer waits, unless it is off the link`() throws {
    let outages = Outages(every: .milliseconds(1), lasting: .seconds(600))
    let shape = ServerShape(linkBandwidth: 200_000, outages: outages)
    let shared = try PlaceholderServer(shape: shape)
    try shared.start()
    let waiting = try RawClient(port: shared.port)
    waiting.request("/24x16?bytes=9000")
    let target = "/24x16?bytes=9000&drip=1000000"
    #expect(try RawClient.get(target, from: shared.port).body.count == 9_000)
    #expect(shared.statistics.paths["/24x16?bytes=9000"]?.completed != 1)
    waiting.close()
  }

  @Test func `a delay holds back one answer and no other`() throws {
    let delayed = try client(asking: "/24x16?delay=600000")
    #expect(try RawClient.get("/24x16?delay=20", from: server.port).status == 200)
    #expect(server.statistics.paths["/24x16?delay=600000"]?.completed == 0)
    delayed.close()
  }

  @Test func `a redirection leads to the picture hop by hop`() throws {
    var target = "/24x16?redirect=3&text=a"
    for hops in [2, 1, 0] {
      let answer = try RawClient.get(target, from: server.port)
      #expect(answer.status == 302)
      target = try #require(answer.fields["location"])
      #expect(target == "/24x16?redirect=\(hops)&text=a")
    }
    #expect(try RawClient.get(target, from: server.port).status == 200)
  }

  @Test func `the link's failures are answers with status 500`() throws {
    let failing = try PlaceholderServer(shape: ServerShape(failRate: 1))
    try failing.start()
    #expect(try RawClient.get("/24x16", from: failing.port).status == 500)
    #expect(try RawClient.get("/stats", from: failing.port).status == 200)
  }
}
