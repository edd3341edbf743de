import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct DirectPresenterTests {
  /// The surface as it can be shown: halves of wide glyphs that lost the other half are spaces.
  static func shown(_ surface: Surface) -> Surface {
    var repaired = surface
    let columns = surface.size.columns
    for row in 0..<surface.size.rows {
      var line = Array(surface.cells[row * columns..<(row + 1) * columns])
      let source = line
      source.withUnsafeBufferPointer { cells in
        line.withUnsafeMutableBufferPointer { CellRow.repair(cells, into: $0) }
      }
      for column in 0..<columns { repaired[column, row] = line[column] }
    }
    return ReferenceTerminal.visible(repaired)
  }

  @Test(.timeLimit(.minutes(1)), arguments: 0..<8)
  func `after every frame of a random session the screen is the surface`(part: UInt64) {
    for seed in part * 60..<(part + 1) * 60 {
      let size = CellSize(columns: 1 + Int(seed % 37), rows: 1 + Int(seed % 13))
      var screen = RandomScreen(seed: seed, size: size)
      let output = RecordingOutput()
      let presenter = DirectPresenter(output: output)
      var terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
      for frame in 0..<30 {
        if frame % 11 == 10 {
          screen.resize()
          terminal = ReferenceTerminal(size: screen.surface.size, filledWith: Cell(glyph: "?"))
        }
        let count = presenter.present(screen.surface)
        let bytes = output.take()
        terminal.feed(bytes)
        guard
          bytes.count == count, terminal.complaints.isEmpty, !terminal.isSynchronized,
          terminal.pen == .blank, terminal.margins == 0..<terminal.surface.size.rows,
          ReferenceTerminal.visible(terminal.surface) == Self.shown(screen.surface)
        else {
          Issue.record("seed \(seed), frame \(frame): \(terminal.complaints)")
          return
        }
        screen.step()
      }
    }
  }

  @Test func `a scroll region left by another program does not catch the first frame`() {
    let size = CellSize(columns: 20, rows: 12)
    let surface = Self.distinctSurface(columns: size.columns, rows: size.rows, firstRow: 0)
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    var terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
    for _ in 0..<2 {
      terminal.feed(Array("\u{1B}[1;5r\u{1B}[7m".utf8))
      presenter.invalidate()
      _ = presenter.present(surface)
      terminal.feed(output.take())
      #expect(ReferenceTerminal.visible(terminal.surface) == Self.shown(surface))
    }
  }

  @Test func `when nothing changed not a byte is sent`() {
    let presenter = DirectPresenter(output: CountingOutput())
    let surface = Self.distinctSurface(columns: 80, rows: 24, firstRow: 0)
    #expect(presenter.present(surface) > 0)
    #expect(presenter.present(surface) == 0)
    presenter.invalidate()
    #expect(presenter.present(surface) > 0)
  }

  @Test(arguments: [1, -1, 5, -7])
  func `a scroll over a fixed row costs little more than the new rows`(shift: Int) {
    var before = Self.distinctSurface(columns: 200, rows: 60, firstRow: 100)
    before.write("ready", at: CellPoint(column: 0, row: 59))
    var after = Self.distinctSurface(columns: 200, rows: 60, firstRow: 100 + shift)
    after.write("ready", at: CellPoint(column: 0, row: 59))
    for column in 0..<200 { after[column, 59] = before[column, 59] }
    let newRows = shift > 0 ? 59 - shift..<59 : 0..<(-shift)
    let cells = newRows.reduce(0) { $0 + Self.cellBytes(after, row: $1) }

    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    var terminal = ReferenceTerminal(size: before.size)
    _ = presenter.present(before)
    terminal.feed(output.take())
    let count = presenter.present(after)
    terminal.feed(output.take())
    #expect(Double(count) <= 1.1 * Double(cells))
    #expect(terminal.surface == Self.shown(after))
  }

  @Test func `a panel that stays in place does not stop rows from being moved`() {
    let columns = 100
    func frame(_ first: Int) -> Surface {
      var surface = Self.distinctSurface(columns: columns, rows: 40, firstRow: first)
      let panel = CellRect(column: 70, row: 0, columns: 30, rows: 40)
      surface.fill(panel, with: Cell(glyph: "x"))
      return surface
    }
    let presenter = DirectPresenter(output: CountingOutput())
    let whole = presenter.present(frame(0))
    #expect(presenter.present(frame(1)) < whole / 10)
  }

  @Test func `a terminal that takes a few bytes at a time shows the same`() {
    var random = SeededRandom(seed: 7)
    var screen = RandomScreen(seed: 7, size: CellSize(columns: 30, rows: 10))
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output)
    var terminal = ReferenceTerminal(size: screen.surface.size)
    for _ in 0..<60 {
      screen.step()
      output.room = 0
      let shown = screen.surface
      _ = presenter.present(shown)
      while presenter.pendingDescriptor != nil {
        screen.step()
        #expect(presenter.present(screen.surface) == 0, "a pending frame is not overtaken")
        output.room = .random(in: 1...40, using: &random)
        presenter.flush()
        terminal.feed(output.take())
      }
      #expect(ReferenceTerminal.visible(terminal.surface) == Self.shown(shown))
      #expect(terminal.complaints == [])
    }
  }

  @Test func `control characters in cells never reach the terminal`() {
    var surface = Surface(size: CellSize(columns: 6, rows: 1))
    for (column, scalar) in ["\u{1B}", "\n", "\u{7F}", "\u{9B}", "\u{7}", "a"].enumerated() {
      surface[column, 0] = Cell(glyph: Unicode.Scalar(scalar) ?? " ")
    }
    let output = RecordingOutput()
    var terminal = ReferenceTerminal(size: surface.size)
    _ = DirectPresenter(output: output).present(surface)
    terminal.feed(output.take())
    #expect(terminal.complaints == [])
    #expect(terminal.surface.textLines == ["\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}a"])
  }

  @Test func `an empty surface sends nothing`() {
    let presenter = DirectPresenter(output: CountingOutput())
    #expect(presenter.present(Surface(size: CellSize(columns: 0, rows: 0))) == 0)
    #expect(presenter.present(Surface(size: CellSize(columns: 0, rows: 9))) == 0)
    #expect(presenter.present(Surface(size: CellSize(columns: 9, rows: 0))) == 0)
  }

  /// Half blocks, each with two colors of its own.
  static func distinctSurface(columns: Int, rows: Int, firstRow: Int) -> Surface {
    var surface = Surface(size: CellSize(columns: columns, rows: rows))
    for row in 0..<rows {
      for column in 0..<columns {
        var random = SeededRandom(seed: UInt64((firstRow + row) * 1000 + column))
        let word = random.next()
        surface[column, row] = Cell(
          upper: Color(rawValue: UInt32(word & 0xFF_FFFF)),
          lower: Color(rawValue: UInt32(word >> 24 & 0xFF_FFFF)))
      }
    }
    return surface
  }

  /// The least bytes of a row: its cells alone.
  private static func cellBytes(_ surface: Surface, row: Int) -> Int {
    func digits(_ value: UInt8) -> Int { String(value).count }
    return (0..<surface.size.columns).reduce(0) { sum, column in
      let cell = surface[column, row]
      let colors = [cell.foreground, cell.background].reduce(0) {
        $0 + 8 + digits($1.red) + digits($1.green) + digits($1.blue)
      }
      return sum + colors + 5
    }
  }
}
