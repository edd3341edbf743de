import Prefetching
import Raster

/// The preferred size of the tiles in both layouts.
package struct TileSize: Hashable, Sendable, LosslessStringConvertible {
  /// The size of tiles in a layout without preferred cells.
  ///
  /// A list has lines of 4 rows with pictures of 9x3 cells: the shape of most photographs.
  package enum Rule: String, Hashable, Sendable {
    /// In the grid 24x10 on screens of at least 100 columns, else 32x13.
    case standard
    /// The same, or less if two lines of the grid don't fit.
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
    case (.standard, .grid): return Self.standardGrid(on: screen)
    case (.fitting, .grid): return Self.gridOfTwoLines(on: screen)
    case (_, .list): return Self.standardList
    }
  }

  private static let standardList = CellSize(columns: 9, rows: 4)
  /// The screen's columns from which tiles of the grid are small.
  private static let wideScreen = 100

  private static func standardGrid(on screen: CellSize) -> CellSize {
    screen.columns >= wideScreen
      ? CellSize(columns: 24, rows: 10) : CellSize(columns: 32, rows: 13)
  }

  /// The largest tiles, up to the standard ones, of which two whole lines fit the screen.
  ///
  /// A screen too low for that has the standard tiles.
  private static func gridOfTwoLines(on screen: CellSize) -> CellSize {
    let standard = standardGrid(on: screen)
    for columns in stride(from: standard.columns, through: leastGridColumns, by: -1) {
      let rows = ((standard.rows - 1) * columns).dividedRounding(by: standard.columns) + 1
      let wish = CellSize(columns: columns, rows: rows)
      let grid = GalleryLayout(mode: .grid, screen: screen, tile: wish, itemCount: 0)
      if rows >= leastGridRows, 2 * grid.lines.lineLength <= grid.viewportLength { return wish }
    }
    return standard
  }

  /// The smallest tiles of which two lines are better than one of larger ones.
  private static let (leastGridColumns, leastGridRows) = (13, 7)
}
