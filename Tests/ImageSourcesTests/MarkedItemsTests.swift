import FolderSources
import Foundation
import GalleryItems
import ListSources
import Prefetching
import SourceItems
import TestSupport
import Testing

@testable import ImageSources

/// What sources say of marked items: their ids, paths and rows.
@Suite struct MarkedItemsTests {
  private func resolve(_ sources: String..., options: FolderSource.Options = .init()) throws
    -> AnyItemSnapshot
  {
    try SourceArguments(sources: sources, folders: options).resolve().items
  }

  private func references(_ items: AnyItemSnapshot) -> [String] {
    (0..<items.itemCount).compactMap { items.item(atPlace: $0) }
      .map { String(decoding: $0.reference, as: UTF8.self) }
  }

  @Test func `ids at places and places of ids agree in every source`() throws {
    let folder = try TemporaryFolder()
    for number in (0..<40).shuffled() { _ = try folder.file("\(number).png", [0]) }
    _ = try folder.file("list.txt", Array("a.png\nhttps://host/b.png\n".utf8))
    var options = FolderSource.Options()
    options.sorting = PictureSorting(order: .random, seed: 7)
    let items = try resolve(
      "https://host/{index}.png", folder.path, folder.path + "/list.txt", folder.path + "/3.png",
      options: options)
    let places = RangeSet([5..<9, 95..<120, 138..<142, 200..<300])
    let there = places.intersection(RangeSet(0..<items.itemCount))
    let ids = items.ids(at: places)
    #expect(items.places(of: ids) == there)
    #expect(
      Array(ids.ranges.joined()).sorted()
        == there.ranges.joined().map { items.id(at: $0).rawValue }.sorted())
  }

  @Test func `a path begins as the person has written it, and an entry's at its list`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.png", [0])
    _ = try folder.file("b%20.png", [0])
    let list = "a.png\nsub/c.png\nfile:///x/y%20z.png\nb%20.png\nhttps://u:p@host/d.png?k=1\n"
    _ = try folder.file("list.txt", Array(list.utf8))
    let path = folder.path
    #expect(try references(resolve(path)) == ["\(path)/a.png", "\(path)/b%20.png"])
    #expect(try references(resolve(path + "//", path + "/a.png")).last == "\(path)/a.png")
    #expect(
      try references(resolve(path + "/list.txt")) == [
        "\(path)/a.png", "\(path)/sub/c.png", "file:///x/y%20z.png", "\(path)/b%20.png",
        "https://u:p@host/d.png?k=1",
      ])
    #expect(try references(resolve("https://host/a.webp")) == ["https://host/a.webp"])
  }

  @Test func `rows of tables and JSON lists are those of the text`() throws {
    let folder = try TemporaryFolder()
    let lists = [
      (
        "t.csv", "sep=;\r\nurl;title\r\na.png;\"one\ntwo\"\r\n", "a.png;\"one\ntwo\"",
        "sep=;\nurl;title"
      ),
      ("t.tsv", "\u{FEFF}path\tn\na.png\t1\n", "a.png\t1", "\u{FEFF}path\tn"),
      ("t.csv", "a.png,1\n", "a.png,1", nil),
      ("t.json", "[ {\"url\": \"a.png\",\n \"n\": 1} ]", "{\"url\": \"a.png\",\n \"n\": 1}", nil),
      ("t.jsonl", "{\"url\":\"a.png\"}\n", "{\"url\":\"a.png\"}", nil),
    ]
    for (name, text, row, header) in lists {
      let file = try folder.file(name, Array(text.utf8))
      let shown = try #require(try resolve(file.path).row(at: 0), "\(text)")
      #expect(String(decoding: shown.text, as: UTF8.self) == row)
      #expect(shown.header.map { String(decoding: $0, as: UTF8.self) } == header)
    }
    let lines = try folder.file("t.txt", Array("a.png\n".utf8))
    #expect(try resolve(lines.path).row(at: 0) == nil)
  }
}
