import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct FallbackTests {
  private static func gallery(_ kind: RandomGallery.Kind) -> Surface {
    RandomGallery(seed: 5, size: CellSize(columns: 31, rows: 14), kind: kind).surface
  }

  /// The surface with the fallback of every part.
  private static func fallback(_ surface: Surface) -> Surface {
    var shown = surface
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns where surface[column, row].isGraphic {
        let (id, part, line) = surface[column, row].graphicPart
        guard let graphic = surface.graphics[id] else { continue }
        shown[column, row] = graphic.fallback.cells[line * graphic.size.columns + part]
      }
    }
    return DirectPresenterTests.shown(shown)
  }

  @Test(arguments: [RandomGallery.Kind.kitty, .sixel], [GraphicOutput.none, .kitty(), .sixel()])
  func `graphics that a presenter can't send are shown by their fallback`(
    kind: RandomGallery.Kind, way: GraphicOutput
  ) {
    switch (kind, way) {
    case (.kitty, .kitty), (.sixel, .sixel): return
    default: break
    }
    let surface = Self.gallery(kind)
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output, graphics: way)
    #expect(presenter.present(surface, limit: .none).isComplete)
    var terminal = ReferenceTerminal(size: surface.size)
    terminal.feed(output.take())
    #expect(ReferenceTerminal.visible(terminal.surface).cells == Self.fallback(surface).cells)
    #expect(terminal.complaints == [] && terminal.strings.isEmpty)
    #expect(presenter.present(surface) == 0)
    #expect(presenter.farewell() == [])
  }

  @Test func `a part that was never made ready is no character`() {
    var surface = Surface(size: CellSize(columns: 3, rows: 1))
    for column in 0..<3 { surface[column, 0] = Cell(graphic: 9, column: column, row: 0) }
    let output = RecordingOutput()
    _ = DirectPresenter(output: output, graphics: .kitty()).present(surface)
    var terminal = ReferenceTerminal(size: surface.size)
    terminal.feed(output.take())
    #expect(terminal.surface.textLines == ["\u{FFFD}\u{FFFD}\u{FFFD}"])
  }
}

extension CursesTests {
  @Suite struct CursesFallbackTests {
    @Test func `ncurses is given the fallback of graphics`() throws {
      let output = RecordingOutput()
      let presenter = try CursesPresenter(
        terminal: "xterm-256color", colors: .indexed256, output: output)
      let surface = RandomGallery(
        seed: 5, size: CellSize(columns: 31, rows: 14), kind: .kitty
      ).surface
      #expect(presenter.present(surface) > 0)
      var terminal = ReferenceTerminal(size: surface.size)
      terminal.feed(output.take())
      #expect(terminal.complaints == [] && terminal.strings.isEmpty)
      let blocks = terminal.surface.cells.count { $0.glyph == 0x2580 || $0.glyph == 0x2584 }
      let parts = surface.cells.count { $0.isGraphic }
      #expect(!terminal.surface.cells.contains { $0.isGraphic } && blocks > parts / 2)
      #expect(presenter.present(surface) == 0)
    }
  }
}
