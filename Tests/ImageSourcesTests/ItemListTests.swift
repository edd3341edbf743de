import GalleryItems
import Testing

@testable import ImageSources

@Suite struct ItemListTests {
  private func captions(_ text: String, separator: Character = "\n", block: Int = .max) -> [String]
  {
    var list = ItemList(separator: separator.asciiValue ?? 0)
    var rest = Array(text.utf8)[...]
    var items: [GalleryItem] = []
    while !rest.isEmpty {
      items += list.items(in: rest.prefix(block))
      rest = rest.dropFirst(block)
    }
    if let last = list.lastItem() { items.append(last) }
    return items.map(\.caption)
  }

  @Test func `a list may come from another system or editor`() {
    let text = "\u{FEFF}a.png \r\nfile:///b%20c.png\t\n  \n# d\n e.png"
    #expect(captions(text) == ["a.png", "b c.png", " e.png"])
  }

  @Test func `entries that end with zeros are names of any bytes`() {
    let text = "a \0# b\nc.png\0\0d\r.png"
    #expect(captions(text, separator: "\0") == ["a ", "# b\nc.png", "d\r.png"])
  }

  @Test(arguments: 1...9) func `blocks may end anywhere`(block: Int) {
    let text = "\u{FEFF}one.png\r\n\n# none\nhttps://host/zwei%20.png\nдрай.png \n"
    #expect(captions(text, block: block) == captions(text))
    #expect(captions(text).count == 3)
  }

  @Test func `an entry that is too long is left out, and the next one is there`() {
    var list = ItemList()
    let block = [UInt8](repeating: 97, count: ItemList.longestEntry / 2 + 1)
    #expect(list.items(in: block).isEmpty && list.items(in: block).isEmpty)
    #expect(list.items(in: Array("\nb.png\n".utf8)).map(\.caption) == ["b.png"])
    #expect(list.lastItem() == nil)
  }
}
