import Prefetching
import Raster

/// The geometry of tiles, pictures and captions, O(1) per item.
///
/// A tile is a picture with its caption and the gutter around both. Tiles never overlap, so drawing
/// one, such as the frame of the selection, never changes another.
package struct GalleryLayout: Hashable, Sendable {
  package enum Mode: String, CaseIterable, Hashable, Sendable {
    case list, grid
  }

  /// The smallest screen on which tiles are drawn; a smaller one shows a message.
  package static let smallestScreen = CellSize(columns: 20, rows: 5)
  static let statusRows = 1
  /// The rows of a section's header, and of the table's.
  static let headerRows = 1
  /// The columns of text beside pictures in a list of several columns.
  static let textColumns = 48
  /// The empty columns around a list's text.
  private static let margins = 4

  package let mode: Mode
  package let screen: CellSize
  /// The overlay, whose band the tiles leave free.
  package let overlay: OverlayLayout
  /// The cells of a tile that its picture may fill.
  package let pictureCells: CellSize
  package let lines: LineLayout
  /// The empty columns left and right of a picture, and the empty rows above it: one or none.
  let gutter: Int
  /// The columns of a list of low lines; nil for other layouts.
  let table: TableColumns?
  /// Whether the titles of the table's columns have a row: the first of the content.
  let hasTableHeader: Bool
  /// The size of a tile, including gutter and caption.
  private let tile: CellSize

  /// - Parameter wish: the preferred size of a tile. In the grid, the columns of a picture, and its
  ///   rows with the caption; the columns are stretched or shrunk to fill the screen. In the list,
  ///   the columns of a picture, at most half of the tile, and the rows of a line. Lines of at most
  ///   `TableColumns.mostRows` are a table, with a blank row below pictures if there are more than two.
  ///   Lines with a gutter hold several tiles where pictures and `textColumns` have room.
  /// - Parameter sections: their headers take `headerRows`.
  package init(
    mode: Mode, screen: CellSize, overlay: OverlayLayout = OverlayLayout(), tile wish: CellSize,
    itemCount: Int, sections: LayoutSections = .none
  ) {
    self.mode = mode
    self.screen = screen
    self.overlay = overlay
    let contentRows = screen.rows - Self.statusRows - overlay.rows(on: screen)
    let headerRows = sections.isEmpty ? 0 : Self.headerRows
    let itemsPerLine: Int
    switch mode {
    case .list:
      gutter = wish.rows >= 10 ? 1 : 0
      let picture = max(1, wish.columns) + 2 * gutter
      let wishedColumns = picture + max(picture, Self.textColumns + 2)
      itemsPerLine = gutter > 0 ? max(1, screen.columns / wishedColumns) : 1
      tile = CellSize(columns: screen.columns / itemsPerLine, rows: max(1, wish.rows))
      let isTable = tile.rows <= TableColumns.mostRows
      let gap = isTable && tile.rows > 2 ? 1 : 0
      pictureCells = CellSize(
        columns: max(1, min(wish.columns, tile.columns / 2 - 2 * gutter)),
        rows: tile.rows - 2 * gutter - gap)
      table =
        isTable ? TableColumns(width: tile.columns - pictureCells.columns - Self.margins) : nil
      hasTableHeader = isTable && contentRows - headerRows > tile.rows
    case .grid:
      gutter = 1
      (table, hasTableHeader) = (nil, false)
      let sides = 2 * gutter
      itemsPerLine = Self.columns(of: max(1, wish.columns) + sides, in: screen.columns)
      let columns = max(1, screen.columns / itemsPerLine - sides)
      let mostRows = contentRows - headerRows - 1 - gutter
      let rows = (max(1, wish.rows - 1) * columns).dividedRounding(by: max(1, wish.columns))
      pictureCells = CellSize(columns: columns, rows: max(1, min(rows, mostRows)))
      tile = CellSize(columns: columns + sides, rows: pictureCells.rows + 1 + gutter)
    }
    lines = LineLayout(
      itemCount: itemCount, itemsPerLine: itemsPerLine, lineLength: tile.rows, sections: sections)
  }

  /// The number of columns whose width is nearest to the preferred one; at least one.
  private static func columns(of width: Int, in screen: Int) -> Int {
    max(1, screen.dividedRounding(by: width))
  }

  /// Whether tiles have the same size and columns, whatever their number.
  func hasSameTiles(as other: GalleryLayout) -> Bool {
    mode == other.mode && screen == other.screen && overlay == other.overlay
      && tile == other.tile && pictureCells == other.pictureCells
  }

  package var isLargeEnough: Bool {
    screen.columns >= Self.smallestScreen.columns && screen.rows >= Self.smallestScreen.rows
  }

  /// The screen without the status line and the overlay's band.
  package var content: CellRect {
    let rows = max(0, screen.rows - Self.statusRows - overlayBand.size.rows)
    let top = overlay.edge == .top ? overlayBand.size.rows : 0
    return CellRect(column: 0, row: top, columns: screen.columns, rows: rows)
  }

  /// The rows of the overlay: above the status line, or at the top.
  package var overlayBand: CellRect {
    let rows = isLargeEnough ? overlay.rows(on: screen) : 0
    let top = overlay.edge == .top ? 0 : screen.rows - Self.statusRows - rows
    return CellRect(column: 0, row: top, columns: screen.columns, rows: rows)
  }

  /// The part of the screen that scrolls: below the titles of the table's columns and the header of
  /// the first visible section, if any.
  package var scrolled: CellRect {
    let top = sectionHeaderRow + (lines.sections.isEmpty ? 0 : Self.headerRows)
    return CellRect(
      column: 0, row: top, columns: screen.columns,
      rows: max(0, content.rows.upperBound - top))
  }

  /// The row of the first visible section's header, if there are sections.
  var sectionHeaderRow: Int { content.origin.row + (hasTableHeader ? Self.headerRows : 0) }

  /// The height of a screenful in rows.
  package var viewportLength: Int { scrolled.size.rows }

  /// A tile's place on the screen; partly or completely outside it when scrolled away.
  ///
  /// The remaining columns are distributed over the gutters.
  package func tileRect(of item: Int, offset: Int) -> CellRect {
    let line = lines.line(of: item)
    let place = item - lines.firstItem(ofLine: line)
    let spare = max(0, screen.columns - lines.itemsPerLine * tile.columns)
    return CellRect(
      column: place * tile.columns + (place + 1) * spare / (lines.itemsPerLine + 1),
      row: scrolled.origin.row + lines.offset(ofLine: line) - offset, columns: tile.columns,
      rows: tile.rows)
  }

  /// The visible share of a tile, from 0 to 1.
  package func visibleShare(of item: Int, offset: Int) -> Double {
    let rect = tileRect(of: item, offset: offset)
    return Double(rect.intersection(scrolled).size.rows) / Double(max(1, rect.size.rows))
  }

  /// The picture's place in a tile.
  package func pictureRect(in tileRect: CellRect) -> CellRect {
    CellRect(
      column: tileRect.origin.column + gutter, row: tileRect.origin.row + gutter,
      columns: pictureCells.columns, rows: pictureCells.rows)
  }

  /// The caption's place in a tile: under the picture in a grid, beside it in a list.
  package func captionRect(in tileRect: CellRect) -> CellRect {
    switch mode {
    case .grid:
      return CellRect(
        column: tileRect.origin.column, row: tileRect.rows.upperBound - 1,
        columns: tileRect.size.columns, rows: 1)
    case .list:
      let start = pictureCells.columns + 2 * gutter + 2
      return CellRect(
        column: tileRect.origin.column + start, row: tileRect.origin.row + gutter,
        columns: tile.columns - start, rows: tile.rows - 2 * gutter)
    }
  }

  /// The column of the screen where the text of a list with one tile per line begins.
  var textColumn: Int { captionRect(in: tileRect(of: 0, offset: 0)).origin.column + 1 }

  /// Whether a tile's caption is drawn.
  ///
  /// In the grid's first row it would be without its picture.
  func showsCaption(of tileRect: CellRect) -> Bool {
    mode == .list || captionRect(in: tileRect).origin.row > scrolled.origin.row
  }

  /// The item under a cell of the screen.
  package func item(at point: CellPoint, offset: Int) -> Int? {
    guard scrolled.contains(point) else { return nil }
    let row = offset + point.row - scrolled.origin.row
    let items = lines.items(in: row..<row + 1)
    return items.first { tileRect(of: $0, offset: offset).contains(point) }
  }
}

extension Int {
  /// The quotient of two positive numbers, rounded to the nearest number.
  func dividedRounding(by divisor: Int) -> Int { (self + divisor / 2) / divisor }
}
