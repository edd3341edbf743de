import Raster
import TerminalGraphics
import Testing

@testable import TerminalUI

extension CursesTests {
  /// Pictures and text in few colors, or in none.
  @Suite struct CursesDepthTests {
    @Test(arguments: [Palette.ansi8, .ansi16, .indexed256])
    func `text that was legible stays so`(palette: Palette) {
      let grays = stride(from: UInt8(0), through: 255, by: 15).map {
        Color(red: $0, green: $0, blue: $0)
      }
      let colors =
        grays + [0x3C4350, 0xE06C75, 0xF2B84B, 0x262A33, 0x7D8596].map(Color.init(rawValue:))
      for text in colors {
        for paper in colors where text.contrast(to: paper) >= 24 {
          guard let a = palette.index(of: text), let b = palette.index(of: paper) else { continue }
          let shown = Int(palette.legible(Int32(a), on: Int32(b), for: text, on: paper))
          #expect(palette.colors[shown].contrast(to: palette.colors[b]) >= 6, "\(text) \(paper)")
          #expect(shown != b)
        }
      }
    }

    @Test(arguments: [Palette.ansi8, .ansi16, .indexed256])
    func `colors of the palette are written as they are`(palette: Palette) {
      for (a, text) in palette.colors.enumerated() {
        for (b, paper) in palette.colors.enumerated() {
          #expect(palette.legible(Int32(a), on: Int32(b), for: text, on: paper) == a)
        }
      }
    }

    @Test(arguments: ["▘▚▟▀▄█ ", "🬀🬗🬻▌▐", "⠁⢸⣿⡇", "@%#*+=-:. "])
    func `without colors, cells in the terminal's own colors are drawn as they are`(glyphs: String)
      throws
    {
      var surface = Surface(size: CellSize(columns: 16, rows: 2))
      for (column, scalar) in glyphs.unicodeScalars.enumerated() {
        surface[column, 1] = Cell(glyph: scalar)
      }
      let output = RecordingOutput()
      let presenter = try CursesPresenter(terminal: "vt100", colors: .mono, output: output)
      var terminal = ReferenceTerminal(size: surface.size)
      _ = presenter.present(surface)
      terminal.feed(output.take())
      #expect(terminal.surface.textLines == surface.textLines)
      #expect(terminal.surface.cells.allSatisfy { $0.style.isEmpty })
    }

    @Test(
      arguments: [ColorDepth.trueColor, .indexed256, .ansi16, .ansi8, .mono],
      ["▀▄█ ", "▘▝▚▞▙▟▛▜", "🬀🬁🬂🬃🬗🬻", "⠁⠂⠄⢸⣿⡇", "@%#*+=-:."])
    func `rows of all symbols scroll, under a panel as well`(
      colors: ColorDepth, glyphs: String
    ) throws {
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: colors, output: CountingOutput())
      let whole = presenter.present(Self.frame(0, glyphs, colors))
      for first in [1, 2, 1, 4] {
        let frame = presenter.present(Self.frame(first, glyphs, colors))
        #expect(frame < whole / 6, "\(frame) of \(whole)")
      }
    }

    /// A picture that goes on below the screen, a panel that stays over half of its rows, and a status
    /// line.
    private static func frame(_ first: Int, _ glyphs: String, _ colors: ColorDepth) -> Surface {
      let glyphs = Array(glyphs.unicodeScalars)
      let picture = DirectPresenterTests.distinctSurface(columns: 120, rows: 40, firstRow: first)
      var surface = picture
      for row in 0..<40 {
        for column in 0..<120 {
          let cell = picture[column, row]
          let glyph = glyphs[Int(cell.foreground.rawValue >> 4) % glyphs.count]
          surface[column, row] =
            colors == .mono
            ? Cell(glyph: glyph)
            : Cell(glyph: glyph, foreground: cell.foreground, background: cell.background)
        }
      }
      surface.fill(CellRect(column: 80, row: 0, columns: 40, rows: 20), with: Cell(glyph: "x"))
      surface.fill(CellRect(column: 0, row: 39, columns: 120, rows: 1), with: .blank)
      return surface
    }
  }
}
