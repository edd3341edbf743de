import FoundationEssentials
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct RedirectTests {
  private static let origin = "http://me:secret@a.test:8080/b/c?d=e"

  @Test(arguments: [
    ("/x", "http://me:secret@a.test:8080/x"),
    ("x", "http://me:secret@a.test:8080/b/x"),
    ("/a%20b c", "http://me:secret@a.test:8080/a%20b%20c"),
    ("?y", "http://me:secret@a.test:8080/b/c?y"),
    ("//z.test/x", "http://z.test/x"),
    ("http://a.test:8080/x", "http://a.test:8080/x"),
    ("https://a.test:8080/x", "https://a.test:8080/x"),
    ("http://you:guess@z.test/x", "http://z.test/x"),
    ("HTTP://A.test:8080/x", "HTTP://A.test:8080/x"),
    ("http://you:guess@a.test:8081/x", "http://a.test:8081/x"),
  ])
  func `a target is resolved, and takes no credentials along`(
    location: String, target: String
  ) throws {
    let url = try #require(URL(string: Self.origin))
    #expect(try Redirect.target(of: location, from: url).absoluteString == target)
  }

  @Test(arguments: [
    "file:///etc/passwd", "FILE:/etc/passwd", "data:image/png;base64,AA==", "ftp://z.test/",
    "javascript:0", "http://", "http:///x", "https:", "about:blank",
  ])
  func `anything but a server is refused`(location: String) throws {
    let url = try #require(URL(string: Self.origin))
    #expect(throws: ImageError.refusedRedirect(to: location)) {
      try Redirect.target(of: location, from: url)
    }
  }

  @Test func `a redirect from https to http is refused`() throws {
    let url = try #require(URL(string: "https://a.test/b"))
    #expect(try Redirect.target(of: "/x", from: url).absoluteString == "https://a.test/x")
    #expect(throws: ImageError.refusedRedirect(to: "http://a.test/b")) {
      try Redirect.target(of: "http://a.test/b", from: url)
    }
  }
}
