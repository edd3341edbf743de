import Benchmarks
import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct FrameFloorTests {
  private static func line(_ cells: Cell..., columns: Int = 0) -> Surface {
    var surface = Surface(size: CellSize(columns: max(columns, cells.count), rows: 1))
    for (column, cell) in cells.enumerated() { surface[column, 0] = cell }
    return surface
  }

  private static func bytes(_ surface: Surface, _ colors: ColorDepth = .trueColor) -> Int {
    FrameFloor(colors: colors).bytes(from: nil, to: surface)
  }

  @Test func `a cell of two colors costs its sequence and its glyph`() {
    let (red, gray) = (Color(red: 200, green: 0, blue: 0), Color(red: 8, green: 16, blue: 100))
    let cell = Cell(upper: red, lower: gray)
    #expect(Self.bytes(Self.line(cell)) == "\u{1B}[38;2;200;0;0;48;2;8;16;100m▀".utf8.count)
    #expect(Self.bytes(Self.line(cell), .indexed256) == "\u{1B}[38;5;160;48;5;17m▀".utf8.count)
    #expect(Self.bytes(Self.line(cell), .ansi8) == "\u{1B}[31;40m▀".utf8.count)
    #expect(Self.bytes(Self.line(cell), .mono) == 1)
    let other = Cell(upper: gray, lower: gray)
    #expect(
      Self.bytes(Self.line(cell, other)) == "\u{1B}[38;2;200;0;0;48;2;8;16;100m▀ ".utf8.count)
  }

  @Test func `runs cost no more than to repeat or erase them`() {
    let bar = Surface(size: CellSize(columns: 40, rows: 1), filledWith: Cell(glyph: "▀"))
    #expect(Self.bytes(bar) == "▀\u{1B}[39b".utf8.count)
    #expect(Self.bytes(Surface(size: CellSize(columns: 40, rows: 1))) == "\u{1B}[K".utf8.count)
  }

  @Test(arguments: [3, -5])
  func `rows that moved cost nothing`(shift: Int) {
    func frame(_ first: Int, rows: Int = 20) -> Surface {
      DirectPresenterTests.distinctSurface(columns: 40, rows: rows, firstRow: 100 + first)
    }
    let floor = FrameFloor(colors: .trueColor)
    let new = shift > 0 ? frame(20, rows: shift) : frame(shift, rows: -shift)
    #expect(floor.bytes(from: frame(0), to: frame(shift)) == Self.bytes(new))
    #expect(floor.bytes(from: frame(0), to: frame(0)) == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `no frame of a random session is below its floor`() {
    let floor = FrameFloor(colors: .trueColor)
    for seed in 5000..<5200 as Range<UInt64> {
      var screen = RandomScreen(seed: seed, size: CellSize(columns: 31, rows: 9))
      let presenter = DirectPresenter(
        output: CountingOutput(), shortcuts: [.repeats, .erasesWithBackground])
      var previous: Surface?
      for frame in 0..<20 {
        let next = DirectPresenterTests.shown(screen.surface)
        let bytes = presenter.present(screen.surface)
        let least = floor.bytes(from: previous, to: next)
        guard bytes >= least else {
          Issue.record("seed \(seed), frame \(frame): \(bytes) bytes, floor \(least)")
          return
        }
        previous = next
        screen.step()
      }
    }
  }
}
