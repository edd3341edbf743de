import Foundation
import GalleryItems
import Prefetching
import Raster
import SourceItems
import SourcesTestSupport
import TestSupport
import Testing

@testable import ListSources

@Suite struct ListFormatTests {
  private func list(
    _ text: String, _ ending: String = "", _ columns: String..., block: Int = .max
  ) -> GrowingList {
    let list = GrowingList(
      BlockText(text.utf8, block: block, seed: UInt64(block)), named: "list", folder: [47],
      detection: ListDetection(ending: ending, columns: ColumnNames(columns) ?? ColumnNames()))
    list.read {}
    return list
  }

  /// The path of each item behind `/`, and its caption.
  private func items(_ text: String, _ ending: String = "", block: Int = .max) -> [String] {
    list(text, ending, block: block).items.map { "\($0.id.dropFirst(8)) \($0.caption)" }
  }

  private func problem(_ text: String, _ ending: String = "", _ columns: String...) -> String? {
    guard case .unreadable(_, let reason) = list(text, ending).failure else { return nil }
    return reason
  }

  @Test(arguments: [1, 2, 3, 7, 20, 1_000]) func `a table has fields in quotes`(block: Int) {
    let table = #"""
      Title,Image Path,note\#r
      Soup,a.png,x\r
      "Rice,
      ""fried""",b.png,"two
      lines"

      ,"c,d.png"
      "Bread" and butter, e.png
      """#
    let expected = [
      "a.png Soup", "b.png Rice, \"fried\"", "c%2Cd.png c,d.png", "e.png Bread and butter",
    ]
    #expect(items(table, "csv", block: block) == expected)
    #expect(items(table, block: block) == expected)
    #expect(items("\u{FEFF}" + table, "txt", block: block) == expected)
  }

  @Test func `a table is told by its header, in a text of any name`() {
    #expect(items("url;caption\na.png;x, y\n", "csv") == ["a.png x, y"])
    #expect(items("caption\tsrc\nx, y\ta.png\n") == ["a.png x, y"])
    #expect(items("\tfile\n0\ta.png\n", "tsv") == ["a.png a.png"])
    #expect(items("url\na.png", "csv") == ["a.png a.png"])
    #expect(items("a, b.png\nc.png\n", "txt") == ["a%2C%20b.png a, b.png", "c.png c.png"])
    #expect(
      items("name\turl\n\"quoted\ta.png\n\"q\"\tb.png", "tsv") == ["a.png \"quoted", "b.png q"])
  }

  @Test(arguments: [1, 3, 1_000]) func `a line of Excel's states the delimiter`(block: Int) {
    let table = "sep=;\r\nurl;title\r\none.jpg;a, b\r\ntwo words.jpg;c\td\r\n"
    let expected = ["one.jpg a, b", "two%20words.jpg c\td"]
    #expect(items(table, "csv", block: block) == expected)
    #expect(items(table, "txt", block: block) == expected)
    #expect(items("\"sep=|\"\nurl|x\na.png|b;c\n", "csv", block: block) == ["a.png a.png"])
    #expect(items("sep=\n", block: block).count == 1)
  }

  @Test func `a table without a header has pictures in one column`() {
    #expect(items("1,a.png\n2,b.png\n", "csv") == ["a.png a.png", "b.png b.png"])
    let chosen = list("a.png,b.png\n", "csv", "url=2")
    #expect(chosen.items.map(\.caption) == ["b.png"])
  }

  @Test func `sizes are known where both are plausible`() {
    let table = "url,width,height\na.png,640,480\nb.png,640,\nc.png,-1,5\nd.png,1e99,5\ne.png,nan,1"
    #expect(
      list(table, "csv").items.map(\.knownSize) == [
        PixelSize(width: 640, height: 480), nil, nil, nil, nil,
      ])
  }

  @Test(arguments: [1, 2, 5, 11, 1_000]) func `JSON brings objects and texts`(block: Int) {
    let array = #"""
      [{"url": "a.png", "title": "{\"}]\u00e4", "more": {"url": [1, "]"]}},
       "b\\.png" , null, {"path":"c.png","width":4.0,"height":"3","thumb":"t.png"}]
      """#
    let expected = ["a.png {\"}]ä", "b%5C.png b\\.png", "c.png c.png"]
    #expect(items(array, "json", block: block) == expected)
    #expect(items(array, block: block) == expected)
    let lines = #"""
      {"url": "a.png", "title": "{\"}]\u00e4"}

      {"path":"c.png","more":[{}]}
      """#
    #expect(items(lines, block: block) == [expected[0], expected[2]])
    #expect(items(lines, "json", block: block) == [expected[0], expected[2]])
    #expect(items("\"a.png\"\n\"b.png\"", "jsonl") == ["a.png a.png", "b.png b.png"])
    #expect(list(array).items[2].knownSize == PixelSize(width: 4, height: 3))
  }

  @Test(arguments: [1, 2, 5, 11, 1_000]) func `an extended playlist has titles`(block: Int) {
    let text = """
      #EXTM3U
      #EXTINF:0 logo="a,b",Soup, hot\r
      #EXTGRP:x

      soup.png
      #EXTINF:-1,
      b.png
      c.png
      #EXTINF:0,none
      """
    let expected = ["soup.png Soup, hot", "b.png b.png", "c.png c.png"]
    #expect(items(text, "m3u", block: block) == expected)
    #expect(items(text, block: block) == expected)
  }

  @Test(arguments: [1, 3, 1_000])
  func `an object around an array is read as the array`(block: Int) {
    let expected = ["a.png A", "b.png b.png"]
    let lines = """
      {
        "next": "[\\"{", "total": 2, "ids": [1, 2],
        "photos": [
          {"url": "a.png", "title": "A"},
          "b.png"
        ], "end": []
      }
      """
    #expect(items(lines, "json", block: block) == expected)
    #expect(items(lines, block: block) == expected)
    let line = #"{"data": {"photos": [{"url": "a.png", "title": "A"}, "b.png"]}}"#
    #expect(items(line, "json", block: block) == expected)
    #expect(items(line + "\n", block: block) == expected)
    let own = #"{"url": "a.png", "title": "A", "tags": ["x.png"]}"# + "\n" + #""b.png""#
    #expect(items(own, block: block) == expected)
  }

  @Test func `a thumbnail is a path or an address, as the picture is`() throws {
    let size = PixelSize(width: 9, height: 9)
    func addresses(_ text: String, _ ending: String, _ columns: String...) -> [String] {
      let list = GrowingList(
        BlockText(text.utf8), named: "list", folder: [47],
        detection: ListDetection(ending: ending, columns: ColumnNames(columns) ?? ColumnNames()))
      return list.readItems().flatMap { [$0.url(for: size), $0.tileURL(for: size)] }
        .map { $0?.absoluteString ?? "-" }
    }
    let files = ["file:///a.jpg", "file:///small/a.png"]
    #expect(addresses("url,thumbnail\na.jpg,small/a.png\n", "csv") == files)
    #expect(addresses("a\tb\na.jpg\tsmall/a.png\n", "tsv", "url=a", "thumbnail=b") == files)
    #expect(addresses(#"[{"url": "a.jpg", "thumb": "small/a.png"}]"#, "json") == files)
    #expect(
      addresses(#"{"url": "http://h/a", "thumbnail": "http://h/{width}"}"#, "jsonl")
        == ["http://h/a", "http://h/9"])
    #expect(addresses("url,thumbnail\na.jpg, \n", "csv") == ["file:///a.jpg", "file:///a.jpg"])
  }

  @Test func `columns are chosen by name`() {
    let table = "url,Thing,big\nx.png,Soup,a.png\n"
    #expect(list(table, "csv", "url=big", "title=thing").items.map(\.caption) == ["Soup"])
    let object = #"{"big": "a.png", "url": "b.png"}"#
    #expect(list(object, "jsonl", "url=big").items.map(\.caption) == ["a.png"])
    #expect(["url", "url=", "x=y"].allSatisfy { ColumnNames([$0]) == nil })
  }

  @Test(arguments: [1, 3, 1_000]) func `sections begin at empty lines or are named`(block: Int) {
    func sections(_ text: String, _ ending: String = "") -> [ListSection] {
      sectionsOf(list(text, ending, block: block))
    }
    #expect(
      sections("\na\nb\n\n\nc\n\nd\n\n") == [0, 2, 3].map { ListSection(start: $0, title: nil) })
    #expect(sections("a\n# x\nb\n").isEmpty)
    let named = [
      ListSection(start: 0, title: "A"), ListSection(start: 2, title: nil),
      ListSection(start: 3, title: "B"),
    ]
    #expect(sections("url,album\na,A\nb,A\nc,\nd,B\n", "csv") == named)
    let objects =
      #"[{"url":"a","section":"A"},{"url":"b","section":"A"},"c",{"url":"d","group":"B"}]"#
    #expect(sections(objects) == named)
    let lines =
      "{\"url\":\"a\",\"section\":\"A\"}\n\n{\"url\":\"b\",\"section\":\"A\"}\n{\"url\":\"c\"}\n"
    #expect(sections(lines) == Array(named.prefix(2)))
  }

  @Test func `an invalid list is an error with its reason and advice`() {
    #expect(
      problem("a,b\n1,2\n", "csv")
        == "its header names no column with pictures (a, b): say which with --column url=NAME")
    #expect(
      problem("{\n \"url\": 1\n}\n", "json")?.hasPrefix("it begins with an object of") == true)
    #expect(problem("{\"a\": 1}\n", "json") == "its first entry names no picture")
    #expect(problem("{\"url\": \n", "jsonl")?.hasPrefix("it begins with") == true)
    #expect(problem("x\n", "jsonl") == "its first entry is no JSON object or text")
    #expect(problem("x\n", "json") == "it is not a JSON array")
    #expect(problem("[1, 2]", "json") == "its first entry is no JSON object or text")
    #expect(problem("[", "json") == "its array has no end")
    #expect(problem("url\n\"x\n", "csv") == "the quotes of a field are not closed")
    #expect(problem("", "csv") == nil && problem("[]", "json") == nil)
  }

  @Test func `an entry with URLs inside its members names their keys, which --column takes`() {
    let text =
      #"[{"id":7,"src":{"large":"https://x.test/l.jpg","width":"9"},"alt":["https://x.test/a.jpg"]}]"#
    #expect(
      problem(text, "json")
        == "its first entry names no picture by a usual key: "
        + "try --column url=alt.0, or url=src.large")
    #expect(list(text, "json", "url=src.large").items.map(\.id) == ["https://x.test/l.jpg"])
    #expect(list(text, "json", "url=alt.0", "width=src.width").items.map(\.caption) == ["a.jpg"])
  }

  @Test func `the array in an object is its list only if nothing follows the object`() {
    let object = #"{"id": 1, "tags": ["a.png", "b.png"]}"#
    #expect(list(object + "\n", "json").items.map(\.caption) == ["a.png", "b.png"])
    #expect(problem(object + "\n" + object, "jsonl") == "its first entry names no picture")
  }

  @Test func `an entry that names no picture is one that says so`() {
    let captions = list("{\"url\":\"a.png\"}\n{}\n{x\n", "jsonl").items.map(\.caption)
    #expect(
      captions == ["a.png", "entry 2 names no picture", "entry 3 is no JSON object or text"])
  }

  @Test func `a list that ends too early keeps its entries`() {
    let list = list(#"["a.png", "b.png", {"url": "c"#, "json")
    #expect(list.items.map(\.caption) == ["a.png", "b.png"])
    #expect(list.notice == "list: its array has no end, behind entry 2")
    #expect(self.list("a.png").notice == nil)
  }

  @Test func `random bytes of any format never trap, and are the same in any blocks`() {
    let parts = [
      "\"", "{", "}", "[", "]", ",", ":", "\n", "\\", "\r", "\t", " ", "url", "\"url\"", "a.png",
      "null", "12", ";", "#EXTINF:", "#", "\u{FEFF}", "é",
    ]
    for seed in 0..<2_000 {
      var random = SeededRandom(seed: UInt64(seed))
      let start = ["[\"", "{\"url\":\"", "url,title\n", "#EXTM3U\n", ""].randomElement(
        using: &random)
      let text = (0..<Int.random(in: 0...60, using: &random)).reduce(into: start ?? "") { text, _ in
        text += parts.randomElement(using: &random) ?? ""
      }
      for ending in ["", "csv", "tsv", "json", "jsonl", "m3u"] {
        let whole = list(text, ending)
        let block = Int.random(in: 1...20, using: &random)
        let parts = list(text, ending, block: block)
        #expect(parts.items == whole.items, "seed \(seed), \(ending), \(text.debugDescription)")
        #expect(parts.failure == whole.failure, "seed \(seed), \(ending)")
        #expect(sectionsOf(parts) == sectionsOf(whole), "seed \(seed), \(ending)")
      }
    }
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "m3u"])
  func `an entry is found again among many of any length`(ending: String) {
    var random = SeededRandom(seed: 9)
    var expected: [String] = []
    var text = ["csv": "url,title\n", "tsv": "url\ttitle\n", "json": "["][ending] ?? ""
    for number in 0..<1_000 {
      let length = number.isMultiple(of: 97) ? 70_000 : Int.random(in: 1...90, using: &random)
      let title = String(repeating: "t", count: length) + " \(number)"
      expected.append("\(number).png \(title)")
      switch ending {
      case "csv": text += "\(number).png,\"\(title)\"\r\n"
      case "tsv": text += "\(number).png\t\(title)\n"
      case "m3u": text += "#EXTINF:0,\(title)\n\(number).png\n"
      default:
        text += "{\"url\": \"\(number).png\", \"title\": \"\(title)\"}"
        text += ending == "json" ? "," : "\n"
      }
      // The text between entries may be long too.
      if number.isMultiple(of: 211) {
        text += String(repeating: ending == "json" ? " " : "\n", count: 70_000)
      }
    }
    let list = list(text + (ending == "json" ? "]" : ""), ending, block: 50_000)
    #expect(list.numberOfItems(inSection: 0) == 1_000)
    for number in expected.indices.shuffled(using: &random) {
      let item = list.item(at: IndexPath(item: number, section: 0))
      #expect("\(item.id.dropFirst(8)) \(item.caption)" == expected[number])
    }
  }
}

/// A section as a test compares it.
private struct ListSection: Equatable {
  let start: Int
  let title: String?
}

private func sectionsOf(_ list: GrowingList) -> [ListSection] {
  let sections = list.sections
  return (0..<sections.count).map {
    ListSection(start: sections.start(of: $0), title: sections.title(of: $0))
  }
}
