import Raster
import Testing
import VTermSupport

/// Tests of the terminal that judges the presenters.
@Suite struct VTermScreenTests {
  private static func screen(_ text: String, columns: Int = 8, rows: Int = 4) -> VTermScreen {
    let screen = VTermScreen(size: CellSize(columns: columns, rows: rows))
    screen.feed(Array(text.utf8))
    return screen
  }

  @Test func `glyphs, colors and styles are those of the last sequence`() {
    let screen = Self.screen(
      "\u{1B}[1;4;7;38;2;1;2;3;48;5;9m▀\u{1B}[m漢\u{1B}[31;102mx")
    #expect(
      screen.cell(0, 0)
        == Cell(
          glyph: "▀", foreground: Color(red: 1, green: 2, blue: 3),
          background: Color(rawValue: 0xAA00_0009), style: [.bold, .underline, .reverse]))
    #expect(screen.cell(1, 0) == Cell(glyph: "漢"))
    #expect(screen.cell(2, 0).isContinuation)
    #expect(screen.cell(3, 0).foreground == Color(rawValue: 0xAA00_0001))
    #expect(screen.cell(3, 0).background == Color(rawValue: 0xAA00_000A))
    #expect(screen.unknown == [])
  }

  @Test(
    arguments: [
      ("\u{1B}[2;3r\u{1B}[2;1H\u{1B}M", ["a", "", "b", "d"]),
      ("\u{1B}[2;3r\u{1B}[3;1H\n", ["a", "c", "", "d"]),
      ("\u{1B}[1;3r\u{1B}[2S", ["c", "", "", "d"]),
      ("\u{1B}[2;4r\u{1B}[2T", ["a", "", "", "b"]),
      ("\u{1B}[2;1Hxyz\u{1B}[2G\u{1B}[X", ["a", "x z", "c", "d"]),
      ("\u{1B}[2;1Hxyz\u{1B}[2G\u{1B}[K", ["a", "x", "c", "d"]),
      ("\u{1B}[2;1Hx\u{1B}[3by", ["a", "xxxxy", "c", "d"]),
      ("\u{1B}[?2026h\u{1B}[3dx\u{1B}[?2026l", ["a", "b", "cx", "d"]),
    ])
  func `it scrolls, erases and repeats`(sequence: String, lines: [String]) {
    let screen = Self.screen("a\r\nb\r\nc\r\nd" + sequence)
    #expect(screen.surface.textLines == lines)
  }

  @Test func `it answers status requests`() {
    let screen = Self.screen("\u{1B}[2;3H\u{1B}[5n\u{1B}[6n")
    #expect(String(decoding: screen.replies, as: UTF8.self) == "\u{1B}[0n\u{1B}[2;3R")
    #expect(screen.cursor == CellPoint(column: 2, row: 1))
  }
}
