import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  @Suite struct CursesPresenterTests {
    /// The surface in the colors of a palette, as the reference terminal shows them.
    static func quantized(_ surface: Surface, _ palette: Palette) -> Surface {
      func shown(_ index: Int) -> Color {
        ReferenceTerminal.indexed(index + Int(palette.firstNumber))
      }
      func nearest(_ color: Color) -> Color { palette.index(of: color).map(shown) ?? color }
      var seen = DirectPresenterTests.shown(surface)
      for row in 0..<seen.size.rows {
        for column in 0..<seen.size.columns {
          let cell = seen[column, row]
          seen[column, row].foreground = nearest(cell.foreground)
          seen[column, row].background = nearest(cell.background)
          if cell.isContinuation, column > 0 {
            seen[column, row].foreground = seen[column - 1, row].foreground
          }
          guard cell.isWritten, let text = palette.index(of: cell.foreground),
            let paper = palette.index(of: cell.background)
          else { continue }
          let legible = palette.legible(
            Int32(text), on: Int32(paper), for: cell.foreground, on: cell.background)
          seen[column, row].foreground = shown(Int(legible))
        }
      }
      return seen
    }

    /// The surface as a terminal with a color depth shows it.
    static func shown(_ surface: Surface, in colors: ColorDepth) -> Surface {
      switch colors {
      case .indexed256: quantized(surface, .indexed256)
      case .ansi16: quantized(surface, .ansi16)
      case .ansi8: quantized(surface, .ansi8)
      case .trueColor, .mono: DirectPresenterTests.shown(surface)
      }
    }

    /// Plays a random session and returns the first failure.
    static func failure(
      seed: UInt64, colors: ColorDepth, terminal entry: String = "xterm-256color",
      expected: (Surface) -> Surface
    ) throws -> String? {
      let size = CellSize(columns: 4 + Int(seed % 37), rows: 3 + Int(seed % 13))
      var screen = RandomScreen(seed: seed, size: size)
      let output = RecordingOutput()
      let presenter = try CursesPresenter(terminal: entry, colors: colors, output: output)
      guard presenter.colors == colors else { return "shows \(presenter.colors)" }
      // At its start ncurses sets a region that need not be the whole screen.
      let region = Array("\u{1B}[1;2r".utf8)
      var terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
      terminal.feed(region)
      for frame in 0..<25 {
        if frame == 12 {
          screen.resize()
          terminal = ReferenceTerminal(size: screen.surface.size, filledWith: Cell(glyph: "?"))
          terminal.feed(region)
        }
        let count = presenter.present(screen.surface)
        let bytes = output.take()
        terminal.feed(bytes)
        if bytes.count != count { return "frame \(frame): \(bytes.count) bytes, not \(count)" }
        if !terminal.complaints.isEmpty { return "frame \(frame): \(terminal.complaints)" }
        if terminal.isSynchronized { return "frame \(frame) is not ended" }
        if let place = CellLook.firstDifference(terminal.surface, expected(screen.surface)) {
          return "frame \(frame): \(place)"
        }
        screen.step()
      }
      return nil
    }

    @Test(.timeLimit(.minutes(1)))
    func `in 256 colors the screen shows the nearest colors after every frame`() throws {
      for seed in 0..<60 as Range<UInt64> {
        let failure = try Self.failure(seed: seed, colors: .indexed256) {
          Self.quantized($0, .indexed256)
        }
        try #require(failure == nil, "seed \(seed)")
      }
    }

    @Test(.timeLimit(.minutes(1)))
    func `in 24-bit color the screen shows the surface after every frame`() throws {
      for seed in 0..<60 as Range<UInt64> {
        let failure = try Self.failure(seed: seed, colors: .trueColor) {
          DirectPresenterTests.shown($0)
        }
        try #require(failure == nil, "seed \(seed)")
      }
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [(ColorDepth.ansi16, "xterm-256color"), (.ansi8, "xterm")])
    func `in few colors the screen shows the nearest of them`(
      colors: ColorDepth, terminal: String
    ) throws {
      let palette = colors == .ansi16 ? Palette.ansi16 : .ansi8
      for seed in 0..<20 as Range<UInt64> {
        let failure = try Self.failure(seed: seed, colors: colors, terminal: terminal) {
          Self.quantized($0, palette)
        }
        try #require(failure == nil, "seed \(seed)")
      }
    }

    @Test func `without colors pictures are blocks by luminance and text stays`() throws {
      var surface = Surface(size: CellSize(columns: 9, rows: 1))
      let (dark, bright) = (Color(rawValue: 0x20_20_20), Color(rawValue: 0xE0_E0_A0))
      for (column, halves) in [(dark, dark), (bright, dark), (dark, bright), (bright, bright)]
        .enumerated()
      {
        surface[column, 0] = Cell(upper: halves.0, lower: halves.1)
      }
      surface.write("food", at: CellPoint(column: 5, row: 0), foreground: bright)
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .mono, output: output)
      var terminal = ReferenceTerminal(size: surface.size)
      _ = presenter.present(surface)
      terminal.feed(output.take())
      #expect(terminal.surface.textLines == [" ▀▄  food"])
      #expect(
        (0..<9).map { terminal.surface[$0, 0].style.contains(.reverse) } == (0..<9).map { $0 == 3 })
      #expect(terminal.surface.cells.allSatisfy { $0.foreground.isTerminalDefault })
      #expect(terminal.complaints == [])
    }

    @Test func `a glyph to which ncurses gives another width does not shift the row`() throws {
      var surface = Surface(size: CellSize(columns: 12, rows: 1))
      // A hexagram, a vowel that joins, and a glyph that all terminals take for wide.
      surface[0, 0] = Cell(glyph: "\u{4DC0}")
      surface[1, 0] = Cell(glyph: "\u{1161}")
      surface.write("漢 food", at: CellPoint(column: 2, row: 0))
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .indexed256, output: output)
      var terminal = ReferenceTerminal(size: surface.size)
      _ = presenter.present(surface)
      terminal.feed(output.take())
      #expect(terminal.surface.textLines == ["\u{FFFD}\u{FFFD}漢 food"])
    }

    @Test func `a graphic shown by cells shows its fallback`() throws {
      let size = CellSize(columns: 2, rows: 2)
      let fallback = CellImage(size: size, cells: "abcd".unicodeScalars.map { Cell(glyph: $0) })
      let graphic = Graphic(
        id: 7, size: size, payload: .iterm2(rows: [[], []]), fallback: fallback)
      var surface = Surface(size: CellSize(columns: 5, rows: 2))
      let place = CellRect(column: 1, row: 0, columns: 2, rows: 2)
      surface.draw(.graphic(graphic), in: place, clip: surface.bounds)
      surface[4, 0] = Cell(graphic: 8, column: 0, row: 0)
      surface[4, 1] = Cell(glyph: "x")
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .trueColor, output: output)
      var terminal = ReferenceTerminal(size: surface.size)
      _ = presenter.present(surface)
      terminal.feed(output.take())
      #expect(terminal.surface.textLines == [" ab", " cd x"])
    }

    @Test func `a terminal with colors gets as many as are asked for, one without gets none`()
      throws
    {
      func colors(_ terminal: String, _ asked: ColorDepth) throws -> ColorDepth {
        try CursesPresenter(terminal: terminal, colors: asked, output: CountingOutput()).colors
      }
      #expect(try colors("xterm", .indexed256) == .indexed256)
      #expect(try colors("linux", .ansi8) == .ansi8)
      #expect(try colors("vt100", .indexed256) == .mono)
      #expect(try colors("xterm-256color", .ansi8) == .ansi8)
    }

    @Test func `colors beyond the terminal's entry are chosen in xterm's form`() throws {
      let output = RecordingOutput()
      let presenter = try CursesPresenter(terminal: "xterm", colors: .indexed256, output: output)
      var surface = Surface(size: CellSize(columns: 4, rows: 1))
      surface[1, 0] = Cell(
        upper: Palette.indexed256.colors[10], lower: Palette.indexed256.colors[200])
      _ = presenter.present(surface)
      let text = String(decoding: output.take(), as: UTF8.self)
      #expect(text.contains("\u{1B}[38;5;26m"))
      #expect(text.contains("\u{1B}[48;5;216m"))
    }

    @Test func `an unknown terminal is an error that names it`() {
      #expect(throws: TerminalError.unknownTerminal(name: "nonsense")) {
        try CursesPresenter(terminal: "nonsense", colors: .mono, output: CountingOutput())
      }
    }

    @Test(arguments: [ColorDepth.indexed256, .trueColor])
    func `ncurses moves rows of half blocks`(colors: ColorDepth) throws {
      func frame(_ first: Int) -> Surface {
        var surface = DirectPresenterTests.distinctSurface(
          columns: 200, rows: 60, firstRow: first)
        surface.fill(CellRect(column: 0, row: 59, columns: 200, rows: 1), with: .blank)
        return surface
      }
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: colors, output: CountingOutput())
      let whole = presenter.present(frame(0))
      #expect(presenter.present(frame(1)) < whole / 40)
      #expect(presenter.present(frame(0)) < whole / 40)
    }

    @Test func `when nothing changed not a byte is sent`() throws {
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .indexed256, output: CountingOutput())
      let surface = DirectPresenterTests.distinctSurface(columns: 80, rows: 24, firstRow: 0)
      #expect(presenter.present(surface) > 0)
      #expect(presenter.present(surface) == 0)
      presenter.invalidate()
      #expect(presenter.present(surface) > 0)
    }

    @Test func `frames are whole whatever the limit, and a trailer follows them`() throws {
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .indexed256, output: output)
      presenter.trailer = Array("\u{1B}[5n".utf8)
      let surface = DirectPresenterTests.distinctSurface(columns: 80, rows: 24, firstRow: 0)
      let limit = FrameLimit(bytes: 0, focus: CellPoint(column: 0, row: 0))
      #expect(presenter.present(surface, limit: limit).isComplete)
      #expect(output.take().suffix(12) == Array("\u{1B}[?2026l\u{1B}[5n".utf8)[...])
      let same = presenter.present(surface, limit: limit)
      #expect(same == PresentedFrame(bytes: 0, isComplete: true) && output.take().isEmpty)
      presenter.attachment = Array("\u{1B}]52;c;!\u{7}".utf8)
      #expect(presenter.present(surface) > 0 && presenter.attachment.isEmpty)
      #expect(output.take() == Array("\u{1B}]52;c;!\u{7}\u{1B}[5n".utf8))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [ColorDepth.trueColor, .indexed256])
    func `frame after frame of other colors is shown as it is`(colors: ColorDepth) throws {
      var random = SeededRandom(seed: 77)
      let size = CellSize(columns: 40, rows: 10)
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: colors, output: output)
      var terminal = ReferenceTerminal(size: size)
      var surface = Surface(size: size)
      for frame in 0..<700 {
        let changed = Int.random(in: 1...size.area, using: &random)
        for _ in 0..<changed {
          let (column, row) = (
            Int.random(in: 0..<size.columns, using: &random),
            Int.random(in: 0..<size.rows, using: &random)
          )
          let word = random.next()
          surface[column, row] = Cell(
            upper: Color(rawValue: UInt32(word & 0xFF_FFFF)),
            lower: Color(rawValue: UInt32(word >> 24 & 0xFF_FFFF)))
        }
        _ = presenter.present(surface)
        terminal.feed(output.take())
        let place = CellLook.firstDifference(terminal.surface, Self.shown(surface, in: colors))
        try #require(place == nil, "frame \(frame)")
      }
    }

    @Test(.timeLimit(.minutes(1)))
    func `24-bit pairs are taken back without touching what is on the screen`() throws {
      let size = CellSize(columns: 200, rows: 60)
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .trueColor, output: output)
      var terminal = ReferenceTerminal(size: size)
      for page in 0..<12 {
        let surface = DirectPresenterTests.distinctSurface(
          columns: size.columns, rows: size.rows, firstRow: page * size.rows)
        _ = presenter.present(surface)
        terminal.feed(output.take())
        let isShown = CellLook.all(of: terminal.surface) == CellLook.all(of: surface)
        #expect(isShown, "page \(page)")
      }
    }
  }
}
