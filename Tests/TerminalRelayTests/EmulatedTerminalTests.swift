import Raster
import Testing

@testable import TerminalRelay

/// The emulator's cells, by the layout of a library whose headers are not used.
@Suite struct EmulatedTerminalTests {
  @Test func `cells have glyphs, colors and styles`() throws {
    let size = CellSize(columns: 12, rows: 2)
    let terminal = try EmulatedTerminal(size: size)
    terminal.feed(
      Array(
        "a\u{1B}[1mb\u{1B}[0;4mc\u{1B}[0;7md\u{1B}[0;3;5;9me\u{1B}[0;31mf\u{1B}[38;5;200mg".utf8)[
          ...])
    terminal.feed(
      Array("\u{1B}[38;2;1;2;3;48;2;4;5;6mh\u{1B}[m漢\u{1B}_Ga=T;AAAA\u{1B}\\i".utf8)[...])
    var surface = Surface(size: size)
    #expect(terminal.update(&surface) == 11)
    let row = surface.cells.prefix(12)
    #expect(row.map(\.glyph).prefix(9).elementsEqual("abcdefgh漢".unicodeScalars.map(\.value)))
    #expect(row[9].isContinuation && row[10].scalar == "i" && row[11] == .blank)
    #expect(row.prefix(5).map(\.style) == [.plain, .bold, .underline, .reverse, .plain])
    #expect(row[5].foreground.rawValue == 0xAA00_0001 && row[6].foreground.rawValue == 0xAA00_00C8)
    #expect(row[7].foreground.rawValue == 0x010203 && row[7].background.rawValue == 0x040506)
    #expect(row[8].foreground.isTerminalDefault && row[8].background.isTerminalDefault)
    #expect(surface.textLines[1].isEmpty)
    #expect(terminal.cursor == CellPoint(column: 11, row: 0))
  }

  @Test func `an update has what changed since the last, and a new size is copied whole`() throws {
    let terminal = try EmulatedTerminal(size: CellSize(columns: 4, rows: 2))
    var surface = Surface(size: CellSize(columns: 4, rows: 2))
    terminal.feed(Array("one\r\ntwo".utf8)[...])
    _ = terminal.update(&surface)
    surface = Surface(size: surface.size)
    terminal.feed(Array("!".utf8)[...])
    #expect(terminal.update(&surface) == 1)
    #expect(surface.textLines == ["", "two!"])
    terminal.resize(to: CellSize(columns: 6, rows: 3))
    #expect(terminal.update(&surface) == 0, "a surface of another size")
    surface = Surface(size: CellSize(columns: 6, rows: 3))
    _ = terminal.update(&surface)
    #expect(surface.textLines == ["one", "two!", ""])
  }

  @Test
  func `a command that a terminal ends, or that passes through tmux, hides nothing behind it`()
    throws
  {
    for (text, shown) in [
      ("a\u{1B}_Gx\u{18}b", "ab"), ("a\u{1B}_Gx\u{1B}[1mb", "ab"),
      ("a\u{1B}_Gx\u{1B}\u{1B}\\b", "ab"),
      ("a\u{1B}_Gx\u{1B}_Gy\u{1B}\\b", "ab"),
      ("a\u{1B}Ptmux;\u{1B}\u{1B}_Gx\u{1B}\u{1B}\\\u{1B}\\b", "ab"),
    ] {
      let terminal = try EmulatedTerminal(size: CellSize(columns: 4, rows: 1))
      for byte in text.utf8 { terminal.feed([byte]) }
      var surface = Surface(size: CellSize(columns: 4, rows: 1))
      _ = terminal.update(&surface)
      #expect(surface.textLines == [shown], "\(text.debugDescription)")
    }
  }

  @Test func `queries are answered, and numbers that are no scalars are replaced`() throws {
    let terminal = try EmulatedTerminal(size: CellSize(columns: 8, rows: 1))
    terminal.feed(Array("\u{1B}[5n".utf8)[...])
    #expect(terminal.answers() == Array("\u{1B}[0n".utf8))
    // Five bytes, as UTF-8 once allowed, and half of a surrogate pair.
    terminal.feed([0xF9, 0xA0, 0x80, 0x80, 0x80, 0xED, 0xA0, 0x80, 0x61])
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    _ = terminal.update(&surface)
    for cell in surface.cells { #expect(Unicode.Scalar(cell.glyph) != nil) }
    #expect(surface.textLines[0].hasSuffix("a"))
  }
}
