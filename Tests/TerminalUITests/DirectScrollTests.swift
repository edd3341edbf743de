import Benchmarks
import Raster
import TerminalGraphics
import Testing

@testable import TerminalUI

/// Scrolls against the floor of their bytes.
@Suite struct DirectScrollTests {
  private static func ratio(_ before: Surface, _ after: Surface) -> Double {
    let presenter = DirectPresenter(output: CountingOutput())
    _ = presenter.present(before)
    let floor = FrameFloor(colors: .trueColor).bytes(from: before, to: after)
    return Double(presenter.present(after)) / Double(floor)
  }

  /// Pictures from a row on, with a status line below.
  private static func gallery(_ size: CellSize, firstRow: Int) -> Surface {
    var surface = DirectPresenterTests.distinctSurface(
      columns: size.columns, rows: size.rows, firstRow: 1000 + firstRow)
    surface.fill(
      CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1), with: .blank)
    surface.write("ready", at: CellPoint(column: 0, row: size.rows - 1))
    return surface
  }

  @Test(
    arguments: [CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60)],
    [1, -1, 5, -9])
  func `a scroll costs at most a twentieth more than its new rows`(size: CellSize, shift: Int) {
    let (before, after) = (
      Self.gallery(size, firstRow: 0), Self.gallery(size, firstRow: shift)
    )
    #expect(Self.ratio(before, after) <= 1.05)
  }

  /// Lines of text on a background of their own.
  private static func popup(on surface: Surface, _ rect: CellRect, text: String) -> Surface {
    var surface = surface
    surface.fill(rect, with: Cell(glyph: " ", background: Color(rawValue: 0x20_20_30)))
    for row in rect.rows {
      surface.write(
        "\(row) \(text) \(row * row)", at: CellPoint(column: rect.origin.column + 1, row: row),
        limit: rect.size.columns - 2, background: Color(rawValue: 0x20_20_30))
    }
    return surface
  }

  @Test(arguments: [
    CellRect(column: 60, row: 10, columns: 80, rows: 30),  // in the middle
    CellRect(column: 14, row: 2, columns: 172, rows: 55),  // over nearly everything
    CellRect(column: 150, row: 0, columns: 50, rows: 12),  // in a corner
  ])
  func `a popup over moving rows is repaired for little`(rect: CellRect) {
    let size = CellSize(columns: 200, rows: 60)
    for shift in [1, -1, 3] {
      let before = Self.popup(on: Self.gallery(size, firstRow: 0), rect, text: "one of the keys")
      let after = Self.popup(
        on: Self.gallery(size, firstRow: shift), rect, text: "one of the keys")
      #expect(Self.ratio(before, after) <= 1.1)
    }
  }

  @Test func `a popup that opens moves nothing`() {
    let size = CellSize(columns: 200, rows: 60)
    let before = Self.gallery(size, firstRow: 0)
    let after = Self.popup(
      on: before, CellRect(column: 60, row: 10, columns: 80, rows: 30), text: "one of the keys")
    let bytes = DirectBytesTests.bytes(from: before, to: after)
    #expect(!bytes.contains("r"), "no region is set")
    #expect(Self.ratio(after, before) <= 1.05)
  }
}
