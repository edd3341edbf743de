import Foundation
import Testing

@testable import GalleryApp

@Suite struct OriginHeadersTests {
  private func fields(
    _ lines: [String], for sources: [String], at address: String
  ) throws -> [String: String] {
    let headers = try OriginHeaders(lines, for: sources)
    return headers.fields(for: try #require(URL(string: address)))
  }

  @Test(arguments: [
    ("https://a.example/x.jpg", true), ("https://A.EXAMPLE:443/y?z", true),
    ("http://a.example/x.jpg", false), ("https://a.example:444/x.jpg", false),
    ("https://b.a.example/x.jpg", false), ("https://a.example.evil/x.jpg", false),
    ("file:///a.example/x.jpg", false), ("https://user@a.example/x.jpg", true),
  ])
  func `a field goes to the server of the sources, and to no other`(address: String, goes: Bool)
    throws
  {
    let sources = ["https://a.example/{index}/{width}x{height}", "folder", "list.txt", "-"]
    let found = try fields([" x-api-key :\t a b "], for: sources, at: address)
    #expect(found == (goes ? ["x-api-key": "a b"] : [:]))
  }

  @Test func `a field may name its server`() throws {
    let lines = ["https://a.example:8443 Cookie: id=1: 2", "x-key: 3"]
    let sources = ["http://b.example/1.png"]
    #expect(
      try fields(lines, for: sources, at: "https://a.example:8443/1") == ["Cookie": "id=1: 2"])
    #expect(try fields(lines, for: sources, at: "http://b.example/2") == ["x-key": "3"])
  }

  @Test func `no description has a value`() throws {
    let headers = try OriginHeaders(["http://a.example x-key: SECRET"], for: [])
    var dumped = ""
    var loading = SessionConfiguration.Loading()
    loading.headers = headers
    dump(loading, to: &dumped)
    #expect("\(headers)" == #"["x-key"]"# && !dumped.contains("SECRET"))
  }

  @Test(arguments: [
    ("no colon SECRET", "a header field needs a colon: write NAME: VALUE"),
    ("x-key: SECRET", "no source is a URL, so name the server: write https://HOST x-key: VALUE"),
    (
      "https://SECRET@ x: y",
      "“https://” names no server: write https://HOST NAME: VALUE"
    ),
    (
      "https://a.example Host: SECRET",
      "the header field “Host” cannot be sent: correct its name or value, or leave it out"
    ),
    (
      "https://a.example x: SECRET\u{7}",
      "the header field “x” cannot be sent: correct its name or value, or leave it out"
    ),
  ])
  func `an error names the header field without its value`(line: String, sentence: String) {
    let error = #expect(throws: HeaderError.self) {
      try OriginHeaders([line], for: ["folder", "-"])
    }
    #expect(error?.description == sentence)
  }
}
