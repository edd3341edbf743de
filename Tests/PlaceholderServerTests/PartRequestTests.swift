import NIOHTTP1
import Testing

@testable import PlaceholderServer

@Suite struct PartRequestTests {
  private static let body = (0..<100).map { UInt8($0) }

  private func part(_ headers: HTTPHeaders) -> PartRequest? {
    PartRequest(headers, tag: "\"a\"")
  }

  @Test(arguments: [
    ("bytes=0-9", "bytes 0-9/100", 0...9), ("bytes=90-", "bytes 90-99/100", 90...99),
    ("bytes=90-500", "bytes 90-99/100", 90...99), ("bytes=99-99", "bytes 99-99/100", 99...99),
  ])
  func `one range is answered with its part`(
    field: String, range: String, bytes: ClosedRange<Int>
  ) throws {
    let answer = try #require(part(["Range": field])).cut(Self.body)
    #expect(answer.status == .partialContent)
    #expect(answer.fields == ["Content-Range": range])
    #expect(answer.bytes == Array(Self.body[bytes]))
  }

  @Test func `a range that begins after the end is refused`() throws {
    let answer = try #require(part(["Range": "bytes=100-"])).cut(Self.body)
    #expect(answer.status == .rangeNotSatisfiable)
    #expect(answer.fields == ["Content-Range": "bytes */100"])
    #expect(answer.bytes.isEmpty)
  }

  @Test(arguments: ["bytes=-5", "bytes=5-4", "bytes=0-1,3-4", "bytes=x-", "lines=0-1", "bytes=1"])
  func `any other range is passed over`(field: String) {
    #expect(part(["Range": field]) == nil)
  }

  @Test func `a range of another version is the whole`() {
    #expect(part(["Range": "bytes=0-9", "If-Range": "\"a\""]) != nil)
    #expect(part(["Range": "bytes=0-9", "If-Range": "\"b\""]) == nil)
  }

  @Test func `the server sends parts`() {
    func answer(_ target: String) -> Answer {
      let head = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: target, headers: ["Range": "bytes=0-9"])
      return Site(shape: ServerShape()).answer(to: head)
    }
    #expect(answer("/9x9").headers.first(name: "Accept-Ranges") == "bytes")
    #expect(answer("/9x9").part != nil)
  }
}
