import Raster
import Testing

@testable import TerminalUI

/// The output of the direct presenter, to the byte.
@Suite struct DirectBytesTests {
  /// The bytes from one surface to the next, without the brackets; `␛` is the escape character.
  static func bytes(
    from before: Surface?, to after: Surface, shortcuts: Shortcuts = []
  ) -> String {
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output, shortcuts: shortcuts)
    if let before { _ = presenter.present(before) }
    _ = output.take()
    _ = presenter.present(after)
    let text = String(decoding: output.take(), as: UTF8.self)
    let inner = text.dropFirst("\u{1B}[?2026h".count).dropLast("\u{1B}[?2026l".count)
    return String(inner.map { $0 == "\u{1B}" ? "␛" : $0 })
  }

  private static func surface(columns: Int = 30, rows: Int = 3) -> Surface {
    Surface(size: CellSize(columns: columns, rows: rows))
  }

  private static let red = Color(red: 200, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 9)

  private static func surface(
    _ text: String, at column: Int = 0, _ row: Int = 0, foreground: Color = .terminalDefault,
    background: Color = .terminalDefault, style: Style = .plain
  ) -> Surface {
    var surface = surface()
    surface.write(
      text, at: CellPoint(column: column, row: row), foreground: foreground,
      background: background, style: style)
    return surface
  }

  @Test func `cells that become blank are erased where that is shorter`() {
    #expect(Self.bytes(from: Self.surface("caption", at: 3), to: Self.surface()) == "␛[1;4H␛[K")
    var frame = Self.surface("|", at: 29)
    frame.write("caption", at: CellPoint(column: 3, row: 0))
    #expect(Self.bytes(from: frame, to: Self.surface("|", at: 29)) == "␛[1;4H␛[7X")
    #expect(
      Self.bytes(from: Self.surface("cap|", at: 3), to: Self.surface("|", at: 6)) == "␛[1;4H   ")
  }

  @Test func `a colored background is erased only where erased cells take it`() {
    var frame = Self.surface()
    frame.fill(frame.bounds, with: Cell(glyph: " ", background: Self.red))
    let spaces = String(repeating: " ", count: 30)
    #expect(
      Self.bytes(from: Self.surface(), to: frame)
        == "␛[H␛[48;2;200;0;0m\(spaces)\r\n\(spaces)\r\n\(spaces)␛[m")
    #expect(
      Self.bytes(from: Self.surface(), to: frame, shortcuts: .erasesWithBackground)
        == "␛[H␛[48;2;200;0;0m␛[K\r\n␛[K\r\n␛[K␛[m")
  }

  @Test func `a run is repeated only where the terminal can`() {
    let line = String(repeating: "=", count: 12)
    let bar = Self.surface(line, foreground: Self.red)
    #expect(Self.bytes(from: Self.surface(), to: bar) == "␛[H␛[38;2;200;0;0m\(line)␛[m")
    #expect(
      Self.bytes(from: Self.surface(), to: bar, shortcuts: .repeats)
        == "␛[H␛[38;2;200;0;0m=␛[11b␛[m")
    let blocks = Self.surface(String(repeating: "▀", count: 12))
    #expect(Self.bytes(from: Self.surface(), to: blocks, shortcuts: .repeats) == "␛[H▀␛[11b")
    let pair = Self.surface("▀▀")
    #expect(Self.bytes(from: Self.surface(), to: pair, shortcuts: .repeats) == "␛[H▀▀")
  }

  @Test func `a row that scrolls in is blank, so only what is on it is sent`() {
    let names = ["autumn in the woods", "bridges at midnight", "clouds over fields", "deltas"]
    func frame(_ first: Int) -> Surface {
      var surface = Self.surface()
      for row in 0..<3 {
        surface.write(
          names[first + row], at: CellPoint(column: 10, row: row), foreground: Self.red)
      }
      return surface
    }
    #expect(Self.bytes(from: frame(0), to: frame(1)) == "␛[3H\n␛[3;11H␛[38;2;200;0;0mdeltas␛[m")
  }

  @Test func `after a glyph of disputed width the cursor is placed, after Chinese it is not`() {
    #expect(Self.bytes(from: Self.surface("xxxxxxx"), to: Self.surface("漢字b한")) == "␛[H漢字b한")
    #expect(Self.bytes(from: Self.surface("xxxxx"), to: Self.surface("🍜b🍜")) == "␛[H🍜␛[3Gb🍜")
    #expect(
      Self.bytes(from: nil, to: Self.surface("漢", at: 28))
        == "␛[m␛[r␛[H␛[28X␛[28C漢\r\n␛[K\r\n␛[K")
  }

  @Test func `the pen changes by the differences, or by a reset where that is shorter`() {
    var frame = Self.surface(
      "a", foreground: Self.red, background: Self.blue, style: [.bold, .underline])
    frame[1, 0] = Cell(glyph: "b")
    frame[2, 0] = Cell(glyph: "c", foreground: Self.red)
    frame[3, 0] = Cell(glyph: "d", foreground: Self.red, style: .bold)
    frame[4, 0] = Cell(glyph: "e", foreground: Self.red)
    #expect(
      Self.bytes(from: Self.surface(), to: frame)
        == "␛[H␛[1;4;38;2;200;0;0;48;2;0;0;9ma␛[mb␛[38;2;200;0;0mc␛[1md␛[22me␛[m")
  }

  @Test func `a space takes neither a foreground nor a weight`() {
    var frame = Self.surface("a", foreground: Self.red, style: .bold)
    frame[2, 0] = Cell(glyph: "b", foreground: Self.red, style: .bold)
    frame[1, 0] = Cell(glyph: " ", foreground: Self.blue)
    #expect(
      Self.bytes(from: Self.surface("xxx"), to: frame) == "␛[H␛[1;38;2;200;0;0ma b␛[m")
  }

  @Test func `the cursor goes the shortest way`() {
    func path(_ points: [(Int, Int)]) -> String {
      var frame = Self.surface()
      for point in points { frame[point.0, point.1] = Cell(glyph: "x") }
      return Self.bytes(from: Self.surface(), to: frame)
    }
    #expect(path([(0, 0), (4, 0), (9, 0)]) == "␛[Hx   x␛[4Cx")
    #expect(path([(4, 0), (0, 1)]) == "␛[1;5Hx\r\nx")
    #expect(path([(4, 0), (9, 1)]) == "␛[1;5Hx\n␛[10Gx")
    #expect(path([(4, 0), (5, 2)]) == "␛[1;5Hx␛[2Bx")
    #expect(path([(4, 0), (8, 2)]) == "␛[1;5Hx␛[3;9Hx")
    #expect(path([(29, 0), (0, 2)]) == "␛[1;30Hx␛[3Hx")
  }

  @Test func `rows are moved in a region, all of them without one`() {
    func frame(_ lines: [String]) -> Surface {
      var surface = Surface(size: CellSize(columns: 40, rows: lines.count))
      for (row, line) in lines.enumerated() {
        surface.write(
          String(repeating: line, count: 40), at: CellPoint(column: 0, row: row), limit: 40)
      }
      return surface
    }
    let line = String(repeating: "x", count: 40)
    let before = frame(["a", "b", "c", "d", "e"])
    #expect(
      Self.bytes(from: before, to: frame(["a", "c", "d", "x", "e"])) == "␛[2;4r␛[4H\n␛[r␛[3B\(line)"
    )
    #expect(
      Self.bytes(from: before, to: frame(["a", "x", "b", "c", "e"])) == "␛[2;4r␛[2H␛M␛[r\r\n\(line)"
    )
    #expect(
      Self.bytes(from: before, to: frame(["c", "d", "e", "x", "y"])).hasPrefix("␛[2S␛[4H\(line)"))
  }
}
