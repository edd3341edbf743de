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
  /// The rows of a section's header.
  static let headerRows = 1
  /// The columns of text beside pictures in a list of several columns.
  static let textColumns = 48

  package let mode: Mode
  package let screen: CellSize
  /// The overlay, whose band the tiles leave free.
  package let overlay: OverlayLayout
  /// The cells of a tile that its picture may fill.
  package let pictureCells: CellSize
  package let lines: LineLayout
  /// The empty columns left and right of a picture, and the empty rows above it: one or none.
  let gutter: Int
  /// The size of a tile, including gutter and caption.
  private let tile: CellSize

  /// - Parameter wish: the preferred size of a tile. In the grid, the columns of a picture, and its
  ///   rows with the caption; the columns are stretched or shrunk to fill the screen. In the list,
  ///   the columns of a picture, at most half of the tile, and the rows of a line. Lines with a
  ///   gutter hold several tiles where pictures and `textColumns` have room.
  /// - Parameter sections: their headers take `headerRows`.
  package init(
    mode: Mode, screen: CellSize, overlay: OverlayLayout = OverlayLayout(), tile wish: CellSize,
    itemCount: Int, sections: LayoutSections = .none
  ) {
    self.mode = mode
    self.screen = screen
    self.overlay = overlay
    let contentRows = screen.rows - Self.statusRows - overlay.rows(on: screen)
    let itemsPerLine: Int
    switch mode {
    case .list:
      gutter = wish.rows >= 10 ? 1 : 0
      let picture = max(1, wish.columns) + 2 * gutter
      let wishedColumns = picture + max(picture, Self.textColumns + 2)
      itemsPerLine = gutter > 0 ? max(1, screen.columns / wishedColumns) : 1
      tile = CellSize(columns: screen.columns / itemsPerLine, rows: max(1, wish.rows))
      pictureCells = CellSize(
        columns: max(1, min(wish.columns, tile.columns / 2 - 2 * gutter)),
        rows: tile.rows - 2 * gutter)
    case .grid:
      gutter = wish.columns > 12 && wish.rows > 6 ? 1 : 0
      let sides = 2 * gutter
      itemsPerLine = Self.columns(of: max(1, wish.columns) + sides, in: screen.columns)
      let columns = max(1, screen.columns / itemsPerLine - sides)
      let headerRows = sections.isEmpty ? 0 : Self.headerRows
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

  /// The part of the screen that scrolls: below the header of the first visible section, if any.
  package var scrolled: CellRect {
    guard !lines.sections.isEmpty else { return content }
    return CellRect(
      column: 0, row: content.origin.row + Self.headerRows, columns: screen.columns,
      rows: max(0, content.size.rows - Self.headerRows))
  }

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
        columns: tile.columns - start, rows: pictureCells.rows)
    }
  }

  /// The item under a cell of the screen.
  package func item(at point: CellPoint, offset: Int) -> Int? {
    guard scrolled.contains(point) else { return nil }
    let row = offset + point.row - scrolled.origin.row
    let items = lines.items(in: row..<row + 1)
    return items.first { tileRect(of: $0, offset: offset).contains(point) }
  }
}

/// The preferred size of the tiles in both layouts.
package struct TileSize: Hashable, Sendable, LosslessStringConvertible {
  /// The size of tiles in a layout without preferred cells.
  package enum Rule: String, Hashable, Sendable {
    /// The same on every screen: 32x13 in the grid; in the list, lines of 8 rows with pictures of 24
    /// columns.
    case standard
    /// As large as fits the screen: in the grid 32x13, or less if two lines don't fit.
    case fitting
  }

  package static let standard = TileSize(cells: nil, elsewhere: .standard)
  package static let fitting = TileSize(cells: nil, elsewhere: .fitting)

  /// The preferred cells in the initial layout; nil for those of the rule.
  private let cells: CellSize?
  /// The rule for the other layout.
  private let rule: Rule

  /// - Parameters:
  ///   - cells: the cells in the initial layout, see
  ///     `GalleryLayout.init(mode:screen:tile:itemCount:)`; nil for those of the rule.
  ///   - rule: the size of all other tiles.
  package init(cells: CellSize?, elsewhere rule: Rule) {
    self.cells = cells
    self.rule = rule
  }

  /// Reads `standard`, `fitting`, `32x13` or, with another rule for the other layout,
  /// `32x13,fitting`.
  package init?(_ text: String) {
    if let rule = Rule(rawValue: text) {
      self.init(cells: nil, elsewhere: rule)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let cells = CellSize(parts[0]),
      let rule = parts.count == 1 ? .standard : Rule(rawValue: String(parts[1]))
    else { return nil }
    self.init(cells: cells, elsewhere: rule)
  }

  package var description: String {
    guard let cells else { return rule.rawValue }
    return rule == .standard ? "\(cells)" : "\(cells),\(rule.rawValue)"
  }

  /// The preferred size for the other layout.
  var elsewhere: TileSize { TileSize(cells: nil, elsewhere: rule) }

  /// The preferred size in a layout and on a screen.
  package func cells(for mode: GalleryLayout.Mode, on screen: CellSize) -> CellSize {
    if let cells { return cells }
    switch (rule, mode) {
    case (.standard, .grid): return Self.standardGrid
    case (.fitting, .grid): return Self.gridOfTwoLines(on: screen)
    case (.standard, .list): return CellSize(columns: 24, rows: 8)
    case (.fitting, .list):
      // About three lines, large enough for a 3:2 photograph in cells of 1:2.
      let rows = min(max(10, (screen.rows - GalleryLayout.statusRows) / 3), 16)
      return CellSize(columns: (rows - 2) * 3, rows: rows)
    }
  }

  private static let standardGrid = CellSize(columns: 32, rows: 13)

  /// The largest tiles, up to the standard ones, of which two whole lines fit the screen.
  ///
  /// Tiles stay large enough for a gutter between them; a screen too low for that has the standard tiles.
  private static func gridOfTwoLines(on screen: CellSize) -> CellSize {
    for columns in stride(from: standardGrid.columns, through: 13, by: -1) {
      let rows = ((standardGrid.rows - 1) * columns).dividedRounding(by: standardGrid.columns) + 1
      let wish = CellSize(columns: columns, rows: rows)
      let grid = GalleryLayout(mode: .grid, screen: screen, tile: wish, itemCount: 0)
      if rows > 6, 2 * grid.lines.lineLength <= grid.viewportLength { return wish }
    }
    return standardGrid
  }
}

extension Int {
  /// The quotient of two positive numbers, rounded to the nearest number.
  fileprivate func dividedRounding(by divisor: Int) -> Int { (self + divisor / 2) / divisor }
}
