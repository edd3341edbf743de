import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct GalleryLayoutTests {
  private func layout(
    _ mode: GalleryLayout.Mode, _ tile: TileSize, screen: CellSize
  ) -> GalleryLayout {
    GalleryLayout(
      mode: mode, screen: screen, tile: tile.cells(for: mode, on: screen), itemCount: 1_000)
  }

  @Test(
    arguments: [
      (80, 2, 38, 14), (99, 3, 31, 12), (100, 4, 23, 9), (120, 5, 22, 8), (160, 6, 24, 9),
      (200, 8, 23, 9), (250, 10, 23, 9),
    ])
  func `columns of about the wished width fill the screen, more of them on a wide one`(
    screen: Int, columns: Int, width: Int, rows: Int
  ) {
    let grid = layout(.grid, .standard, screen: CellSize(columns: screen, rows: 40))
    #expect(grid.lines.itemsPerLine == columns)
    #expect(grid.pictureCells == CellSize(columns: width, rows: rows))
  }

  @Test(arguments: [TileSize.standard, .fitting])
  func `a list is a table of four rows a line, on every screen`(tile: TileSize) {
    for (columns, rows) in [(80, 24), (120, 40), (250, 70)] {
      let list = layout(.list, tile, screen: CellSize(columns: columns, rows: rows))
      #expect(list.pictureCells == CellSize(columns: 9, rows: 3) && list.lines.lineLength == 4)
      #expect(list.lines.itemsPerLine == 1 && list.table?.width == columns - 13)
      #expect(list.hasTableHeader && list.scrolled.origin.row == 1)
    }
  }

  @Test(arguments: [(80, 1), (120, 1), (187, 1), (188, 2), (250, 2), (282, 3)])
  func `a list of high lines has as many columns as pictures and their facts have room`(
    columns: Int, itemsPerLine: Int
  ) {
    let tile = TileSize(cells: CellSize(columns: 42, rows: 16), elsewhere: .standard)
    let list = layout(.list, tile, screen: CellSize(columns: columns, rows: 70))
    #expect(list.lines.itemsPerLine == itemsPerLine && list.table == nil)
    for item in 0..<itemsPerLine {
      let tile = list.tileRect(of: item, offset: 0)
      let (picture, text) = (list.pictureRect(in: tile), list.captionRect(in: tile))
      #expect(picture.columns.upperBound < text.origin.column)
      #expect(text.columns.upperBound == tile.columns.upperBound)
      #expect(tile.columns.upperBound <= columns)
      #expect(itemsPerLine == 1 || text.size.columns >= GalleryLayout.textColumns)
    }
  }

  @Test(arguments: [(80, 24), (100, 30), (120, 40), (200, 60), (250, 70), (90, 18)])
  func `a grid for a person shows two whole lines at least`(columns: Int, rows: Int) {
    let grid = layout(.grid, .fitting, screen: CellSize(columns: columns, rows: rows))
    #expect(2 * grid.lines.lineLength <= grid.viewportLength)
    // A photograph of 3:2 in cells of 1:2 fills its tile.
    #expect(abs(3 * grid.pictureCells.rows - grid.pictureCells.columns) <= 5)
  }

  @Test func `a grid of a script is the same on a low screen`() {
    let grid = layout(.grid, .standard, screen: CellSize(columns: 80, rows: 24))
    #expect(grid.pictureCells == CellSize(columns: 38, rows: 14) && grid.lines.lineLength == 16)
  }

  @Test func `small tiles have gutters as large ones`() {
    let tile = TileSize(cells: CellSize(columns: 12, rows: 6), elsewhere: .standard)
    let grid = layout(.grid, tile, screen: CellSize(columns: 60, rows: 25))
    #expect(grid.lines.itemsPerLine == 4)
    #expect(grid.pictureCells == CellSize(columns: 13, rows: 5) && grid.lines.lineLength == 7)
    let first = grid.pictureRect(in: grid.tileRect(of: 0, offset: 0))
    let second = grid.pictureRect(in: grid.tileRect(of: 1, offset: 0))
    #expect(first.origin == CellPoint(column: 1, row: 1))
    #expect(second.origin.column == first.columns.upperBound + 2)
  }

  @Test(arguments: UInt64(0)..<200)
  func `tiles neither overlap nor leave the screen, and gutters are even`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let screen = CellSize(
      columns: .random(in: 20...300, using: &random), rows: .random(in: 5...90, using: &random))
    let wish = CellSize(
      columns: .random(in: 1...400, using: &random), rows: .random(in: 1...200, using: &random))
    let grid = layout(.grid, TileSize(cells: wish, elsewhere: .standard), screen: screen)
    let rects = (0..<grid.lines.itemsPerLine).map { grid.tileRect(of: $0, offset: 0) }
    var end = 0
    var gaps: Set<Int> = []
    for rect in rects {
      #expect(rect.origin.column >= end)
      gaps.insert(rect.origin.column - end)
      end = rect.columns.upperBound
      #expect(rect.size.rows <= max(grid.content.size.rows, 2))
      let picture = grid.pictureRect(in: rect)
      #expect(picture.origin == CellPoint(column: rect.origin.column + 1, row: 1))
      #expect(picture.columns.upperBound == rect.columns.upperBound - 1)
      #expect(picture.intersection(rect) == picture && !picture.isEmpty)
      #expect(picture.intersection(grid.captionRect(in: rect)).isEmpty)
    }
    gaps.insert(screen.columns - end)
    #expect(end <= screen.columns)
    #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1)
    #expect((gaps.max() ?? 0) <= 1)
  }
}
