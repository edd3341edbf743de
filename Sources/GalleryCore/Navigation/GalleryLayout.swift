import Prefetching
import Raster

/// The arithmetic of where tiles, pictures and captions are, O(1) per item.
package struct GalleryLayout: Hashable, Sendable {
  package enum Mode: String, CaseIterable, Hashable, Sendable {
    case list, grid
  }

  /// The smallest screen on which the gallery draws tiles; on a smaller one it says so.
  package static let smallestScreen = CellSize(columns: 20, rows: 5)
  static let statusRows = 1

  package let mode: Mode
  package let screen: CellSize
  /// The size of a tile of the grid; in the list, the picture's columns and the rows of a line.
  package let tile: CellSize
  package let lines: LineLayout

  /// - Parameter tile: the preferred size in cells, including the caption; clamped to the screen.
  package init(mode: Mode, screen: CellSize, tile: CellSize, itemCount: Int) {
    self.mode = mode
    self.screen = screen
    let widest = mode == .grid ? screen.columns : screen.columns / 2
    self.tile = CellSize(
      columns: max(1, min(tile.columns, widest)),
      rows: max(mode == .grid ? 2 : 1, tile.rows))
    lines = LineLayout(
      itemCount: itemCount,
      itemsPerLine: mode == .grid ? max(1, screen.columns / self.tile.columns) : 1,
      lineLength: self.tile.rows)
  }

  /// The default tile sizes of INTERFACE: a grid of 32x13, a list with pictures of 24x8.
  package static func defaultTile(for mode: Mode) -> CellSize {
    switch mode {
    case .list: CellSize(columns: 24, rows: 8)
    case .grid: CellSize(columns: 32, rows: 13)
    }
  }

  package var isLargeEnough: Bool {
    screen.columns >= Self.smallestScreen.columns && screen.rows >= Self.smallestScreen.rows
  }

  /// The part of the screen that scrolls.
  package var content: CellRect {
    CellRect(
      column: 0, row: 0, columns: screen.columns, rows: max(0, screen.rows - Self.statusRows))
  }

  /// The height of a screenful in rows.
  package var viewportLength: Int { content.size.rows }

  /// The cells of a tile that its picture may fill.
  package var pictureCells: CellSize {
    CellSize(columns: tile.columns, rows: pictureRows)
  }

  private var pictureRows: Int { mode == .grid ? tile.rows - 1 : tile.rows }

  /// A tile's place on the screen; partly or completely outside it when scrolled away.
  package func tileRect(of item: Int, offset: Int) -> CellRect {
    let line = lines.line(of: item)
    let place = item - line * lines.itemsPerLine
    return CellRect(
      column: mode == .grid ? place * tile.columns : 0,
      row: lines.offset(ofLine: line) - offset,
      columns: mode == .grid ? tile.columns : screen.columns,
      rows: tile.rows)
  }

  /// The picture's place in a tile.
  package func pictureRect(in tileRect: CellRect) -> CellRect {
    CellRect(
      column: tileRect.origin.column, row: tileRect.origin.row,
      columns: tile.columns, rows: pictureRows)
  }

  /// The caption's place in a tile: under the picture in a grid, beside it in a list.
  package func captionRect(in tileRect: CellRect) -> CellRect {
    switch mode {
    case .grid:
      CellRect(
        column: tileRect.origin.column, row: tileRect.origin.row + pictureRows,
        columns: tile.columns, rows: 1)
    case .list:
      CellRect(
        column: tileRect.origin.column + tile.columns + 2, row: tileRect.origin.row,
        columns: screen.columns - tile.columns - 2, rows: tile.rows)
    }
  }

  /// The item under a cell of the screen.
  package func item(at point: CellPoint, offset: Int) -> Int? {
    guard content.contains(point) else { return nil }
    let items = lines.items(in: offset + point.row..<offset + point.row + 1)
    return items.first { tileRect(of: $0, offset: offset).contains(point) }
  }
}
