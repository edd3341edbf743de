import Foundation
import GalleryItems
import Prefetching
import TestSupport
import Testing

@testable import ImageSources

/// Searches of lists and folders against a look at every caption.
@Suite struct CaptionSearchTests {
  private static let letters = Array("abcAB01 ._-%é")

  private static func word(_ counts: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
    String(
      (0..<Int.random(in: counts, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      })
  }

  /// Compares searches for random texts, in random ranges and both directions.
  private static func check(
    _ items: some ItemSnapshot, for queries: Int, _ random: inout SeededRandom
  ) {
    let captions = (0..<items.numberOfSections).flatMap { section in
      (0..<items.numberOfItems(inSection: section)).map { items.item(at: [section, $0]).caption }
    }
    for _ in 0..<queries {
      let part = captions.randomElement(using: &random).map { String($0.suffix(4)) } ?? ""
      let query = CaptionQuery(Bool.random(using: &random) ? part : word(1...3, &random))
      let ends = [0, 1].map { _ in Int.random(in: 0...captions.count, using: &random) }
      let places = (ends.min() ?? 0)..<(ends.max() ?? 0)
      for direction in [ScrollDirection.forward, .backward] {
        let expected = places.first(direction) { query.matches(captions[$0]) }
        #expect(
          items.firstMatch(of: query, in: places, direction) == expected,
          "“\(query.text)” in \(places), \(direction)")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `of a list of lines it finds what a look at every caption finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lines = (0..<600).map { "\($0)/\(Self.word(1...12, &random)).png" }
    let list = GrowingList(BlockText(lines.joined(separator: "\n").utf8), named: "list")
    list.read {}
    Self.check(list, for: 60, &random)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `of several sources it finds what a look at every caption finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts = [40, 0, 1, 90].map { count in
      let lines = (0..<count).map { _ in "\(Self.word(1...6, &random)).png" }
      let list = GrowingList(BlockText(lines.joined(separator: "\n").utf8), named: "list")
      list.read {}
      return JoinedSnapshot.Part(items: list.beginning, title: "list")
    }
    Self.check(JoinedSnapshot(parts), for: 60, &random)
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
    Self.check(list, for: 3, &random)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `of tables and JSON it finds titles, however they are written`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let titles = (0..<200).map { _ in
      Self.word(1...8, &random) + (Bool.random(using: &random) ? "\"x\"" : "\nend")
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
      Self.check(list, for: 40, &random)
    }
  }

  @Test(arguments: [false, true])
  func `of a folder it finds names and the folders in captions`(isRecursive: Bool) throws {
    var random = SeededRandom(seed: 9)
    let folder = try TemporaryFolder()
    for inside in ["Trip", "Trip/é day"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(inside), withIntermediateDirectories: true)
    }
    for number in 0..<120 {
      let inside = ["", "Trip/", "Trip/é day/"][number % 3]
      let name = "\(inside)\(number) \(Self.word(1...5, &random)).png"
      try Data([1]).write(to: folder.url.appendingPathComponent(name))
    }
    var options = FolderSource.Options()
    options.isRecursive = isRecursive
    let items = try FolderSource(folder.url.path, options: options).read()
    #expect(items.itemCount == (isRecursive ? 120 : 40))
    #expect(items.firstMatch(of: CaptionQuery("nowhere"), in: 0..<500, .forward) == nil)
    Self.check(items, for: 80, &random)
  }
}
