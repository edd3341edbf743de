import Raster
import TestSupport
import Testing

@Suite struct KeyNameTests {
  private static let keys: [Key] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace,
    .character(" "), .character("q"), .character("#"), .character("é"), .character("漢"),
    .control("c"), .control("z"), .wheel(1), .wheel(-3),
    .click(CellPoint(column: 12, row: 7)), .doubleClick(CellPoint(column: 0, row: 0)),
    .paste(""), .paste("a b*2@3#\n\u{1B}é🍜%"),
  ]

  private static let names: [(Key, String)] = [
    (Key.pageDown, "pgdn"), (.character(" "), "space"), (.character("#"), "#"),
    (.control("c"), "ctrl-c"), (.wheel(-3), "wheel:-3"),
    (.click(CellPoint(column: 12, row: 7)), "click:12,7"), (.character("\u{301}"), "u+301"),
    (.character("👨‍👩"), "u+1F468+200D+1F469"), (.character("\n"), "u+A"),
    (.character("\u{202E}"), "u+202E"), (.control("\u{0}"), "ctrl-u+0"),
    (.other("Ctrl-→"), "other:Ctrl%2D%E2%86%92"), (.paste("a b\né"), "paste:a%20b%0A%C3%A9"),
  ]

  @Test(arguments: names)
  func `a key has one name`(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: Substring(name)) == key)
  }

  @Test func `names are read back, whatever the character`() throws {
    for key in Self.keys { #expect(Key(name: Substring(key.name)) == key) }
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) else {
        continue
      }
      let name = Key.character(Character(scalar)).name
      #expect(Key(name: Substring(name)) == .character(Character(scalar)), "\(name)")
      #expect(!name.unicodeScalars.contains { $0.properties.isWhitespace }, "\(name)")
    }
  }

  @Test(arguments: [
    "", "dwon", "Down", "ctrl-", "ctrl-cc", "wheel:", "wheel:x", "wheel:99999999999", "click:1",
    "click:1,", "click:1,2,3", "click:1,99999999999", "u+", "u+110000", "u+D800", "u+41+42", "u+x",
    "u+41+", "paste", "paste:%FF",
  ])
  func `a text that is no name is no key`(name: String) {
    #expect(Key(name: Substring(name)) == nil)
  }
}
