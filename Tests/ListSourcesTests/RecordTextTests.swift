import GalleryItems
import SourcesTestSupport
import Testing

@testable import ListSources

@Suite struct RecordTextTests {
  private func list(_ records: RecordText) -> GrowingList {
    var records = records
    var bytes = [UInt8](repeating: 0, count: records.count)
    let count = bytes.withUnsafeMutableBytes { records.copyBytes(into: $0) }
    #expect(count == bytes.count && records.count == 0)
    return GrowingList(
      BlockText(bytes, block: 7), named: "records", detection: ListDetection(ending: "csv"))
  }

  @Test func `a written record is read back, quotes and newlines included`() {
    var records = RecordText(columns: ["title", "path", "album"])
    let titles = ["plain", "a \"quoted\", b", "two\nlines", ""]
    for (number, title) in titles.enumerated() {
      records.append([.text(title), .text("\(number).jpg"), .text(number < 2 ? "first" : "second")])
    }
    let list = list(records)
    let items = list.readItems()
    #expect(items.map(\.caption) == ["plain", "a \"quoted\", b", "two lines", "3.jpg"])
    #expect(list.sections.count == 2 && list.sections.title(of: 1) == "second")
  }

  @Test func `a single column says where the pictures are, whatever it is called`() {
    var records = RecordText(columns: ["max(x)"])
    records.append([.text("a.jpg")])
    #expect(list(records).readItems().map(\.caption) == ["a.jpg"])
  }

  @Test func `a path that is no text keeps its bytes, and what is longer than a path is left out`()
  {
    var records = RecordText(columns: ["path", "title"])
    records.append([.bytes([0x61, 0xFF, 0x2E, 0x6A, 0x70, 0x67]), .text("latin")])
    records.append([.bytes(Array(repeating: 0xFF, count: 5_000)), .text("a picture")])
    let items = list(records).readItems()
    #expect(items.map(\.caption) == ["latin", "entry 2 names no picture"])
    #expect("\(items[0].location)".contains("%FF"))
  }

  @Test func `a value with a zero byte is left out, because a list would end there`() {
    var records = RecordText(columns: ["path", "hash"])
    records.append([.text("a.jpg"), .bytes([1, 0, 2])])
    records.append([.text("b.jpg"), .text("x\0y")])
    #expect(list(records).readItems().map(\.caption) == ["a.jpg", "b.jpg"])
  }

  @Test func `it is taken in pieces`() {
    var records = RecordText(columns: ["url"])
    var block = [UInt8](repeating: 0, count: 4)
    #expect(block.withUnsafeMutableBytes { records.copyBytes(into: $0) } == 4)
    #expect(block == Array("\"url".utf8) && records.count == 2)
  }
}
