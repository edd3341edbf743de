import CNcursesw
import Glibc
import Raster
import TestSupport
import Testing
import VTermSupport

@testable import TerminalUI

/// The width of text in libvterm, an independent terminal.
@Suite struct TextWidthTests {
  static let nasty = [
    "plain", "漢字かな", "한글", "\u{1112}\u{1161}\u{11AB}", "cafe\u{301}", "e\u{302}\u{301}", "Z̸̢̛͔a̷l̶g̵o",
    "🍜", "👨‍👩‍👧‍👦", "👍🏽", "🏽", "❤️", "❤", "1️⃣", "🏳️‍🌈", "🇯🇵🇩🇪", "🇯", "☎️", "⌚", "🫨", "𓀀", "ﷺ", "क्षि", "தமிழ்",
    "שלום (12)", "مرحبا", "a\u{AD}b", "a\u{200B}b", "a\u{FEFF}b", "a\u{2060}b", "\u{202E}abc",
    "\u{2067}x\u{2069}",
    "a\tb\nc", "\u{1B}[31mred", "\u{9B}31m", "\u{9D}0;x\u{9C}", "\u{10EEEE}", "\u{E000}",
    "\u{FFFF}", "\u{1FFFE}",
    "\u{378}", "\u{4DC0}", "\u{1161}", "\u{A0}", "\u{3000}", "ｆｕｌｌ", "ﾊﾝｶｸ", "①Ⅷ", "→⇒∞", "─│╭",
    "\u{0}", "\u{7F}",
    "\u{E0067}\u{E0062}", "\u{FE0F}", "\u{200D}", "𝒳𝔉", "🀄", "🃏", "〽️", "㊗️", "ᚠᛇ", "ꙮ", "𒐫",
    "༼ つ ◕_◕ ༽つ",
  ]

  @Test(arguments: nasty)
  func `text takes the columns that are predicted`(text: String) {
    let display = DisplayText(text)
    let screen = VTermScreen(size: CellSize(columns: 80, rows: 1))
    var view = String.UnicodeScalarView()
    for glyph in display.glyphs(fitting: 80) { view.append(glyph.scalar) }
    screen.feed(Array(String(view).utf8))
    #expect(screen.cursor.column == display.columns)
    #expect(screen.replies == [])
    #expect(screen.unknown == [])
  }

  @Test func `every scalar that is drawn has the columns that the C library gives it`() {
    #expect(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    for value in UInt32(0x20)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = DisplayText(String(scalar))
      guard let glyph = text.glyphs.first, glyph.scalar == scalar else { continue }
      let columns = Int(curses_columns(wchar_t(bitPattern: value)))
      if columns != glyph.width {
        Issue.record("U+\(String(value, radix: 16)): \(glyph.width), not \(columns)")
      }
    }
  }

  @Test func `no caption, however hostile, makes a presenter send what it did not mean to`() throws
  {
    var random = SeededRandom(seed: 99)
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    let size = CellSize(columns: 50, rows: 12)
    let terminal = VTermScreen(size: size)
    for _ in 0..<300 {
      var surface = Surface(size: size)
      for row in 0..<size.rows {
        surface.write(
          Self.hostile(&random),
          at: CellPoint(column: .random(in: 0..<20, using: &random), row: row),
          limit: .random(in: 1...50, using: &random),
          truncation: Bool.random(using: &random) ? .end : .middle)
      }
      _ = presenter.present(surface)
      let bytes = output.take()
      terminal.feed(bytes)
      #expect(terminal.unknown == [])
      #expect(terminal.replies == [])
      try #require(
        CellLook.firstDifference(terminal.surface, DirectPresenterTests.shown(surface)) == nil)
      var reader = EscapeReader(bytes: bytes)
      while let token = reader.next() {
        switch token {
        case .control(let byte): #expect(byte == 0x0A || byte == 0x0D || byte == 0x08)
        case .escape(let letter): #expect("M78".contains(letter))
        case .scalar(let scalar): #expect(!(0x80..<0xA0).contains(scalar.value))
        case .sequence: break
        case .string: Issue.record("a string is sent")
        }
      }
    }
  }

  private static func hostile(_ random: inout SeededRandom) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        text += (nasty.randomElement(using: &random) ?? "").unicodeScalars
      case 1: text.append(Unicode.Scalar(UInt8.random(in: 0...255, using: &random)))
      case 2:
        // Up to where libvterm's tables, which are older, begin to differ from those of today.
        let value = UInt32.random(in: 0...0x1700, using: &random)
        if value != 0x6DE, let scalar = Unicode.Scalar(value) { text.append(scalar) }
      default: text.append("x")
      }
    }
    return String(text)
  }
}
