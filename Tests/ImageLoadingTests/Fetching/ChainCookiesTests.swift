import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct ChainCookiesTests {
  @Test(
    arguments: [
      (["a=1; Path=/; HttpOnly"], "a=1"), (["a=1", "b=2; Secure", "a=3"], "a=3; b=2"),
      (["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/, b=2"], "a=1; b=2"),
      (["a = \"x\" ; q"], "a=\"x\""), (["", "a", "=1", "; =", ","], nil),
      (["a=\u{1B}", "b=ü", "c=1 2"], nil), (["a=" + String(repeating: "x", count: 5_000)], nil),
    ] as [([String], String?)])
  func `a cookie is its name and its value, the latest of a name counts`(
    fields: [String], expected: String?
  ) {
    var cookies = ChainCookies()
    for field in fields { cookies.add(field) }
    #expect(cookies.field(behind: nil) == expected)
  }

  @Test func `the caller's own cookies stand first`() {
    var cookies = ChainCookies()
    #expect(cookies.field(behind: "own=1") == "own=1")
    cookies.add("a=1")
    #expect(cookies.field(behind: "own=1") == "own=1; a=1")
    cookies.removeAll()
    #expect(cookies.field(behind: nil) == nil)
  }

  @Test func `a server that checks for a cookie gets it within the chain, and not in the next one`()
    async throws
  {
    let requests = Log<String>()
    let server = try RawServer { connection in
      let request = connection.readRequest()
      requests.add(request)
      if request.contains("\r\nCookie: checked=1; seen=2\r\n") { return connection.respond() }
      connection.respond(
        "302 Found",
        headers: ["Location: /a", "Set-Cookie: checked=1; Path=/", "Set-Cookie: seen=2"])
    }
    let loader = DataLoader()
    for _ in 0..<2 {
      let outcome = await loader.outcome(of: try server.url("a"))
      #expect(throws: Never.self) { try outcome.get() }
    }
    #expect(requests.count == 4)
    #expect(requests.entries.filter { $0.contains("\r\nCookie:") }.count == 2)
  }
}
