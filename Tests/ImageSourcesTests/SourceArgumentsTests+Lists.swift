import Foundation
import GalleryItems
import ImageSources
import Prefetching
import TestSupport
import Testing

extension SourceArgumentsTests {
  @Test(arguments: [
    ("list.txt", "one.jpg\r\ntwo words.jpg\r\ndrei ü.jpg\r\n"),
    ("list.csv", "sep=;\r\nurl;note\r\none.jpg;1\r\ntwo words.jpg;2\r\ndrei ü.jpg;3\r\n"),
    ("list.json", #"[{"url": "one.jpg"}, "two words.jpg", "drei ü.jpg"]"#),
  ])
  func `lists in UTF-16 are read, alone and among others`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    let list = try folder.file(
      name, Array("\u{FEFF}\(text)".data(using: .utf16LittleEndian) ?? Data())
    ).path
    let picture = try folder.file("a.jpg", []).path
    for name in ["one.jpg", "two words.jpg", "drei ü.jpg"] { _ = try folder.file(name, []) }
    for sources in [[list], [list, picture]] {
      let items = try SourceArguments(sources: sources).resolve().items
      let captions = (0..<3).map { items.item(at: IndexPath(item: $0, section: 0)).caption }
      #expect(captions == ["one.jpg", "two words.jpg", "drei ü.jpg"])
    }
  }
}
