import Foundation
import GalleryItems
import ListSources
import TestSupport
import Testing

@testable import ServerSources

@Suite struct ManifestPageTests {
  private func content(
    _ text: String, at address: String = "https://host/api/photos.json"
  ) throws(PageProblem) -> PageContent {
    try ManifestPage.content(
      of: ServerPage(address: address, body: Array(text.utf8)), ColumnNames())
  }

  private func lines(_ text: String) throws(PageProblem) -> [String] {
    String(decoding: try content(text).lines, as: UTF8.self).split(separator: "\n")
      .map { line in String(String(line.replacing("\t", with: " ")).trimmed) }
  }

  @Test func `an array, an object with one of four names and an object a line are the same`() throws
  {
    let items = #"{"url": "a.jpg", "title": "A"}, {"url": "/b.jpg"}"#
    let expected = ["https://host/api/a.jpg  A", "https://host/b.jpg"]
    #expect(try lines("[\(items)]") == expected)
    for name in ["items", "assets", "photos", "images"] {
      #expect(try lines(#"{"total": {"n": [1]}, "\#(name)": [\#(items)], "x": "]"}"#) == expected)
    }
    #expect(try lines(#"{"assets": {"items": [\#(items)]}}"#) == expected)
    #expect(try lines(items.replacing("}, {", with: "}\n{")) == expected)
    #expect(try lines("\u{FEFF} [\"a.jpg\"]") == ["https://host/api/a.jpg"])
  }

  @Test func `each item becomes a line`() throws {
    #expect(
      try lines(
        #"""
        [{"url": "a.jpg", "thumb": "//other/s.jpg", "caption": "1\n\"2\"", "w": 10, "h": 20.0, "album": "x"}]
        """#) == ["https://host/api/a.jpg https://other/s.jpg 1 \"2\" 10.0 20.0 x"])
    #expect(
      try lines(#"[{"url": "a.jpg", "title": "\"q\" r"}]"#) == [
        "https://host/api/a.jpg  \"\"\"q\"\" r\""
      ])
  }

  @Test func `the next page may be relative`() throws {
    for (next, address) in [
      ("?page=2", "https://host/api/photos.json?page=2"), ("two.json", "https://host/api/two.json"),
      ("/x", "https://host/x"), ("https://other/x", "https://other/x"),
      ("../x", "https://host/x"),
    ] {
      #expect(try content(#"{"items": [], "next": "\#(next)"}"#).next == [address])
      #expect(try content(#"{"next": "\#(next)", "items": []}"#).next == [address])
    }
    for next in ["null", "false", "\"\"", "3", "{}"] {
      #expect(try content(#"{"items": [], "next": \#(next)}"#).next.isEmpty)
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE html><html>", PageProblem.isHTML), ("", .isCutOff), ("hello", .isNoList),
    ("[{\"url\": \"a.jpg\"}", .isCutOff), ("{\"items\": [{\"url\": \"a.j", .isCutOff),
    ("{\"items\"", .isCutOff), ("{\"error\": \"no\"}", .hasNoItems), ("{}", .hasNoItems),
    ("{\"items\": 3}", .hasNoItems),
  ])
  func `an invalid page is an error with its reason`(text: String, problem: PageProblem) {
    #expect(throws: problem) { try content(text) }
  }

  @Test func `no page has more items than the limit`() {
    let text = "[" + String(repeating: "1,", count: PageProblem.mostItems) + "1]"
    #expect(throws: PageProblem.hasTooManyItems) { try content(text) }
  }

  @Test func `deep brackets and cut pages never trap`() throws {
    let page =
      #"{"a": [[{"b": "\"]"}]], "items": [{"url": "a.jpg", "w": [1, {"x": 2}]}, null], "next": "?2"}"#
    for count in 0...page.utf8.count {
      _ = try? content(String(decoding: page.utf8.prefix(count), as: UTF8.self))
    }
    _ = try? content(String(repeating: "[", count: 100_000))
    _ = try? content(
      "{\"items\":[" + String(repeating: "[", count: 100_000)
        + String(repeating: "]", count: 100_000) + "]}")
    var random = SeededRandom(seed: 3)
    let letters = Array(#"{}[]",:\ ahrefnul1items"#.utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<60).map { _ in letters.randomElement(using: &random) ?? 0 }
      _ = try? content("{\"items\":[" + String(decoding: bytes, as: UTF8.self))
    }
  }

  // MARK: - Addresses

  @Test func `addresses are relative to the page, templates too`() throws {
    let base = try #require(PageBase("https://u:p@host:8/a/b/c?x=/y"))
    for (reference, address) in [
      ("d", "https://u:p@host:8/a/b/d"), ("/d", "https://u:p@host:8/d"),
      ("?z", "https://u:p@host:8/a/b/c?z"),
      ("", "https://u:p@host:8/a/b/c"), ("../d", "https://u:p@host:8/a/d"),
      ("../../../d/.", "https://u:p@host:8/d/"), ("./d?../e", "https://u:p@host:8/a/b/d?../e"),
      ("{width}x{height}", "https://u:p@host:8/a/b/{width}x{height}"),
      ("file:///etc/passwd", "file:///etc/passwd"), ("//other/d", "https://other/d"),
    ] {
      #expect(base.address(of: reference) == address)
    }
    #expect(PageBase("http://host")?.folder == "http://host/")
    for text in ["file:///a", "http:///a", "a", "data:x"] { #expect(PageBase(text) == nil) }
  }

  // MARK: - Pages that follow

  @Test func `a page that was read before, one in the open and too many empty ones end it`() throws
  {
    func finish(_ queue: inout PageQueue, _ next: String) throws(PageProblem) {
      var content = PageContent()
      content.next = [next]
      let page = PageQueue.Page(address: queue.next?.address ?? "")
      try queue.finish(page, with: content, isFolder: false)
    }
    var queue = PageQueue("https://host/1")
    try finish(&queue, "https://host/2")
    #expect(throws: PageProblem.repeats) { try finish(&queue, "https://host/1") }
    var open = PageQueue("https://host/1")
    #expect(throws: PageProblem.hasBadNext("http://host/2")) { try finish(&open, "http://host/2") }
    var local = PageQueue("http://host/1")
    #expect(throws: PageProblem.hasBadNext("file:///a.json")) {
      try finish(&local, "file:///a.json")
    }
    var empty = PageQueue("http://host/0")
    #expect(throws: PageProblem.hasTooManyEmptyPages) {
      for number in 1...200 { try finish(&empty, "http://host/\(number)") }
    }
  }
}

extension String {
  /// Without blanks at its end.
  fileprivate var trimmed: Substring {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
