import Foundation
import GalleryItems
import Prefetching
import SourcesTestSupport
import TestSupport
import Testing

@testable import ListSources

@Suite struct ListLinesTests {
  private func captions(_ text: String, separator: Character = "\n") -> [String] {
    GrowingList(
      BlockText(text.utf8), named: "list",
      detection: ListDetection(separator: separator.asciiValue ?? 0)
    ).readItems().map(\.caption)
  }

  @Test func `a list may come from another system or editor`() {
    let text = "\u{FEFF}a.png \r\nfile:///b%20c.png\t\n  \n# d\n e.png"
    #expect(captions(text) == ["a.png", "b c.png", " e.png"])
  }

  @Test func `entries that end with zeros are names of any bytes`() {
    let text = "a \0# b\nc.png\0\0d\r.png"
    #expect(captions(text, separator: "\0") == ["a ", "# b\nc.png", "d\r.png"])
  }

  @Test func `an entry that is too long is left out, and the next one is there`() {
    let long = [UInt8](repeating: 97, count: ListFormat.longestEntry + 1)
    for block in [Int.max, 3_000_000] {
      let text = Array("a.png\n".utf8) + long + Array("\nb.png\nc.png\n".utf8)
      let list = GrowingList(BlockText(text, block: block, seed: 1), named: "list")
      #expect(list.readItems().map(\.caption) == ["a.png", "b.png", "c.png"])
    }
  }

  @Test func `a very long entry is found again`() {
    let long = "data:image/png," + String(repeating: "x", count: 300_000)
    let list = GrowingList(BlockText("a.png\n\(long)\n\nb.png".utf8), named: "list")
    #expect(list.readItems().map(\.id.count).contains(long.count))
    #expect(list.items.map(\.caption) == ["a.png", "data", "b.png"])
  }

  @Test(arguments: [UInt8(ascii: "\n"), 0])
  func `items are those of a list that is split and trimmed, wherever blocks end`(
    separator: UInt8
  ) {
    for seed in 0..<200 {
      var random = SeededRandom(seed: UInt64(seed))
      let text = Self.randomText(separator: separator, &random)
      let expected = Self.naiveEntries(of: text, separator: separator)
      let block = Int.random(in: 1...200, using: &random)
      let list = GrowingList(
        BlockText(text, block: block, seed: UInt64(seed)), named: "list", folder: [47],
        detection: ListDetection(separator: separator))
      list.read {}
      #expect(list.numberOfItems(inSection: 0) == expected.count, "seed \(seed)")
      for number in expected.indices.shuffled(using: &random) {
        let item = list.item(at: IndexPath(item: number, section: 0))
        #expect(item == ListEntry(address: expected[number][...]).item(in: [47]), "seed \(seed)")
      }
    }
  }

  private static func randomText(
    separator: UInt8, _ random: inout SeededRandom
  ) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var text: [UInt8] = [[], mark, Array(mark.prefix(2))].randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...400, using: &random) {
      let parts: [[UInt8]] = [
        [separator], [separator], Array("\r\n".utf8), Array(" \t".utf8), Array("#".utf8),
        Array("file:///x.png".utf8), mark, [UInt8.random(in: 1...255, using: &random)],
        [UInt8](repeating: 98, count: Int.random(in: 0...300, using: &random)),
      ]
      text += parts.randomElement(using: &random) ?? []
    }
    return text
  }

  private static func naiveEntries(of text: [UInt8], separator: UInt8) -> [[UInt8]] {
    let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    return text.split(separator: separator, omittingEmptySubsequences: true).compactMap { entry in
      if separator == 0 { return Array(entry) }
      var line = Array(entry)
      while let last = line.last, [32, 9, 13].contains(last) { line.removeLast() }
      return line.isEmpty || line[0] == 35 ? nil : line
    }
  }
}
