import Testing

@testable import PlaceholderServer

@Suite struct PlaceholderFontTests {
  private let printable = (32...126).compactMap { UnicodeScalar($0).map(Character.init) }

  @Test func `the font has every printable ASCII character and no other`() {
    #expect(Set(PlaceholderFont.standard.glyphs.keys) == Set(printable))
  }

  @Test func `no two characters look the same and only the space is empty`() {
    let glyphs = PlaceholderFont.standard.glyphs
    #expect(Set(glyphs.values).count == glyphs.count)
    #expect(glyphs.filter { $0.value.allSatisfy { $0 == 0 } }.map(\.key) == [" "])
  }

  @Test func `a glyph reads as it was drawn`() {
    #expect(
      PlaceholderFont.standard.glyph(for: "L") == [
        0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111,
      ])
  }

  @Test(arguments: ["é", "食", "🍣", "\u{7F}", "\n", "\u{FFFD}"])
  func `any other character is a box`(character: Character) {
    #expect(PlaceholderFont.standard.glyph(for: character) == PlaceholderFont.box)
  }

  @Test(arguments: ["", "'A'", "'A'\n#####", "A\n.....\n", "'A'\n" + "##x##\n" * 7])
  func `an incomplete drawing is left out`(text: String) {
    #expect(PlaceholderFont(text: Array(text.utf8)).glyphs.isEmpty)
  }
}

private func * (text: String, count: Int) -> String {
  String(repeating: text, count: count)
}
