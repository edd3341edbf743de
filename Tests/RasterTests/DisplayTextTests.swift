import Testing

@testable import Raster

@Suite struct DisplayTextTests {
  private func shown(_ text: String, in columns: Int = 80) -> String {
    var view = String.UnicodeScalarView()
    for glyph in DisplayText(text).glyphs(fitting: columns) { view.append(glyph.scalar) }
    return String(view)
  }

  @Test func `plain text is kept`() { #expect(shown("food 12") == "food 12") }

  @Test func `escape sequences and controls cannot reach the terminal`() {
    #expect(shown("a\u{1B}]0;x\u{7}b\nc\u{9B}") == "a\u{FFFD}]0;x\u{FFFD}b\u{FFFD}c\u{FFFD}")
  }

  @Test func `bidirectional overrides are shown as replacement characters`() {
    #expect(shown("a\u{202E}b") == "a\u{FFFD}b")
  }

  @Test func `a joined emoji is cut to its first member`() { #expect(shown("👨‍👩‍👧x") == "👨x") }

  @Test func `a decomposed letter is composed`() { #expect(shown("cafe\u{301}") == "café") }

  @Test func `zero width characters take no cell`() {
    #expect(DisplayText("a\u{200B}\u{FE0F}\u{AD}b").columns == 2)
  }

  @Test func `wide characters take two columns`() {
    #expect(DisplayText("漢字").columns == 4)
    #expect(DisplayText("😀").columns == 2)
  }

  @Test func `characters whose width is disputed are replaced`() {
    #expect(shown("a\u{4DC0}b\u{1161}") == "a\u{FFFD}b\u{FFFD}")
  }

  @Test func `text that does not fit ends with an ellipsis`() {
    #expect(shown("abcdef", in: 4) == "abc…")
    #expect(shown("漢字漢", in: 4) == "漢…")
    #expect(shown("abc", in: 0) == "")
  }
}
