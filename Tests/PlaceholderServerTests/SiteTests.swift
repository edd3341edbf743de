import NIOHTTP1
import Testing

@testable import PlaceholderServer

@Suite struct SiteTests {
  private func answer(
    _ target: String, headers: HTTPHeaders = [:], shape: ServerShape = ServerShape()
  ) -> Answer {
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
    return Site(shape: shape).answer(to: head)
  }

  @Test func `a picture can be kept and is known by its tag`() {
    let answer = answer("/9x9?format=jpeg")
    #expect(answer.status == .ok)
    #expect(answer.headers.first(name: "ETag")?.hasPrefix("\"") == true)
    #expect(answer.headers.first(name: "Cache-Control")?.contains("max-age") == true)
    #expect(answer.headers.first(name: "Content-Type") == "image/jpeg")
  }

  @Test func `a tag that matches saves the body`() throws {
    let tag = try #require(answer("/9x9").headers.first(name: "ETag"))
    for condition in [tag, "W/\(tag)", "\"old\", \(tag)", "*"] {
      let answer = answer("/9x9", headers: ["If-None-Match": condition])
      #expect(answer.status == .notModified)
      #expect(answer.headers.first(name: "ETag") == tag)
      guard case .body(.empty) = answer.content else { Issue.record("a body"); continue }
    }
    #expect(answer("/9x9", headers: ["If-None-Match": "\"old\""]).status == .ok)
  }

  @Test func `a redirection keeps the rest of the URL and loses a hop`() {
    for (target, location) in [
      ("/9x9?redirect=3", "/9x9?redirect=2"),
      ("/9x9?text=a%20b&redirect=1&delay=5", "/9x9?text=a%20b&redirect=0&delay=5"),
    ] {
      let answer = answer(target)
      #expect(answer.status == .found)
      #expect(answer.headers.first(name: "Location") == location)
    }
  }

  @Test func `a status without a body has none, and those that need a field have it`() {
    for status in [204, 304] {
      guard case .body(.empty) = answer("/9x9?status=\(status)").content else {
        Issue.record("\(status) has a body")
        continue
      }
    }
    #expect(answer("/9x9?status=401").headers.contains(name: "WWW-Authenticate"))
    #expect(answer("/9x9?status=405").headers.first(name: "Allow") == "GET, HEAD")
  }

  @Test func `the slower of two limits counts`() {
    let slow = ServerShape(bandwidth: 100)
    #expect(answer("/9x9", shape: slow).bytesPerSecond == 100)
    #expect(answer("/9x9?drip=10", shape: slow).bytesPerSecond == 10)
    #expect(answer("/9x9?drip=1000", shape: slow).bytesPerSecond == 100)
    #expect(answer("/9x9?drip=1000").bytesPerSecond == 1000)
    #expect(answer("/9x9", shape: ServerShape(bandwidth: 0)).bytesPerSecond == 1)
  }

  @Test func `delays add up to ten minutes at most`() {
    let shape = ServerShape(latency: .seconds(2))
    #expect(answer("/9x9?delay=500", shape: shape).delay == .milliseconds(2500))
    #expect(answer("/9x9?delay=600000", shape: shape).delay == .seconds(600))
    #expect(answer("/nothing", shape: shape).delay == .seconds(2))
    #expect(answer("/stats", shape: shape).delay == .zero)
  }

  @Test func `failures strike pictures, not other answers`() {
    let shape = ServerShape(failRate: 1)
    #expect(answer("/9x9", shape: shape).status == .internalServerError)
    #expect(answer("/9x9?status=404", shape: shape).status == .notFound)
    #expect(answer("/9x9?redirect=1", shape: shape).status == .found)
    #expect(answer("/stats", shape: shape).status == .ok)
    #expect(answer("/nothing", shape: shape).status == .notFound)
  }
}
