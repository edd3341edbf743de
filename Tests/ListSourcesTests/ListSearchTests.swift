import Foundation
import GalleryItems
import ListSources
import Prefetching
import SourcesTestSupport
import TestSupport
import Testing

@Suite struct ListSearchTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a search of lines finds the same as a comparison of every caption`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lines = (0..<600).map { "\($0)/\(CaptionSearch.word(1...12, &random)).png" }
    let list = GrowingList(BlockText(lines.joined(separator: "\n").utf8), named: "list")
    list.read {}
    CaptionSearch.check(list, for: 60, &random)
  }

  @Test func `a long list is searched in blocks`() {
    var random = SeededRandom(seed: 5)
    let folder = String(repeating: "long/", count: 30)
    let lines = (0..<6_000).map { "\(folder)\($0).png" }
    let list = GrowingList(BlockText(lines.joined(separator: "\n").utf8), named: "list")
    list.read {}
    for (query, place) in [("5999.p", 5_999), ("0.png", 0), ("3421", 3_421)] {
      #expect(list.firstMatch(of: CaptionQuery(query), in: 0..<6_000, .forward) == place)
    }
    #expect(list.firstMatch(of: CaptionQuery("0.png"), in: 0..<6_000, .backward) == 5_990)
    #expect(list.firstMatch(of: CaptionQuery("long"), in: 0..<6_000, .forward) == nil)
    CaptionSearch.check(list, for: 3, &random)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a search of tables and JSON finds titles, however they are written`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let titles = (0..<200).map { _ in
      CaptionSearch.word(1...8, &random) + (Bool.random(using: &random) ? "\"x\"" : "\nend")
    }
    let rows = titles.map { "a.png,\"\($0.replacing("\"", with: "\"\""))\"" }
    let objects = try titles.map { title in
      let text = try JSONEncoder().encode(["url": "a.png", "title": title])
      return String(decoding: text, as: UTF8.self)
    }
    for text in [
      "url,title\n" + rows.joined(separator: "\n"), objects.joined(separator: "\n"),
      "[\(objects.joined(separator: ","))]",
    ] {
      let list = GrowingList(BlockText(text.utf8), named: "list")
      list.read {}
      #expect(list.itemCount == 200)
      CaptionSearch.check(list, for: 40, &random)
    }
  }
}
