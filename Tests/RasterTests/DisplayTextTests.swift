import Testing

@testable import Raster

@Suite struct DisplayTextTests {
  private func shown(
    _ text: String, in columns: Int = 80, _ truncation: Truncation = .end
  ) -> String {
    var view = String.UnicodeScalarView()
    for glyph in DisplayText(text).glyphs(fitting: columns, truncation) {
      view.append(glyph.scalar)
    }
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

  @Test func `a name that does not fit keeps its end`() {
    let name = "holiday in the mountains 0123.jpg"
    #expect(shown(name, in: 29, .middle) == "holiday in the mo…ns 0123.jpg")
    #expect(shown(name, in: 33, .middle) == name)
    #expect(shown("漢字漢字漢字", in: 8, .middle) == "漢字…字")
    #expect(shown("abcdef", in: 1, .middle) == "…")
    #expect(shown("abcdef", in: 0, .middle) == "")
  }

  @Test func `a text is shortened in the order in which it is read`() {
    #expect(DisplayText.shortened("0123456789abcdef", toColumns: 9, .middle) == "01234…def")
    #expect(DisplayText.shortened("שלום world", toColumns: 7, .end) == "שלום w…")
    #expect(DisplayText.shortened("a\u{1B}[2J", toColumns: 9, .middle) == "a\u{FFFD}[2J")
  }

  @Test func `a fitted text has no more columns than the limit`() {
    let text = "a漢b字c🍜d👨‍👩‍👧e🇯🇵שלוםf"
    for limit in 0...30 {
      for truncation in [Truncation.end, .middle] {
        let columns = DisplayText(text).glyphs(fitting: limit, truncation).reduce(0) {
          $0 + $1.width
        }
        #expect(columns <= limit)
      }
    }
  }

  @Test func `letters that join are one where there is one`() {
    #expect(shown("e\u{302}\u{301}") == "ế")
    #expect(shown("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}") == "한글")
    #expect(DisplayText("\u{1112}\u{1161}\u{11AB}").columns == 2)
  }

  @Test func `flags are letters, skin tones and keycaps are dropped`() {
    #expect(shown("🇯🇵 👍🏽 1️⃣ 🏽") == "JP 👍 1 \u{FFFD}")
  }

  @Test func `scripts that join keep all their letters`() {
    #expect(shown("क\u{94D}\u{200D}षि") == "कषि")
  }

  @Test(
    arguments: [
      ("שלום", "םולש"), ("שלום.jpg", "םולש.jpg"), ("3/7 שלום 12 עולם!", "3/7 םלוע 12 םולש!"),
      ("abc שלום def", "abc םולש def"), ("(שלום)", "(םולש)"), ("א(ב)ג", "ג(ב)א"),
      ("שלום [12.5%] ד", "ד [12.5%] םולש"), ("שלום (1)", "(1) םולש"), ("{ב} ג", "{ב} ג"),
      ("(abc) ג (12)", "(abc) (12) ג"), ("مرحبا 123", "123 ابحرم"), ("ab 12 cd", "ab 12 cd"),
    ])
  func `text that reads from right to left is drawn so`(text: String, drawn: String) {
    #expect(shown(text) == drawn)
    #expect(DisplayText(text).columns == text.count)
  }

  @Test func `only text that is drawn remains of any scalar`() {
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = DisplayText("a" + String(scalar) + "b")
      for glyph in text.glyphs(fitting: 80) {
        let value = glyph.scalar.value
        let isControl = value < 0x20 || (0x7F..<0xA0).contains(value)
        let isOrder = (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        if isControl || isOrder || value == 0xAD || value >= 0xE_0000 || glyph.width < 1 {
          Issue.record("U+\(String(value, radix: 16)) from U+\(String(scalar.value, radix: 16))")
        }
      }
    }
  }
}
