/// A grid of cells: one frame as a value.
///
/// Whoever draws fills the whole of it; whoever presents finds what changed. Everything drawn is
/// clipped to the grid, so no caller has to.
package struct Surface: Hashable, Sendable {
  package let size: CellSize
  /// Row by row from the top; `size.area` cells.
  package private(set) var cells: [Cell]
  /// The graphics that cells are parts of, by their ids; some may be covered by now.
  package private(set) var graphics: [UInt32: Graphic] = [:]

  package init(size: CellSize, filledWith cell: Cell = .blank) {
    self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: cell, count: self.size.area)
  }

  package var bounds: CellRect {
    CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Makes every cell the same, and forgets the graphics.
  package mutating func clear(to cell: Cell = .blank) {
    graphics.removeAll(keepingCapacity: true)
    fill(bounds, with: cell)
  }

  /// Says which graphic the cells of its id are parts of.
  mutating func add(_ graphic: Graphic) {
    graphics[graphic.id] = graphic
  }

  /// Calls `body` with all cells, to be read or written in place.
  package mutating func withMutableCells<Result>(
    _ body: (inout MutableSpan<Cell>) -> Result
  ) -> Result {
    var span = cells.mutableSpan
    return body(&span)
  }

  /// Sets every cell of a rectangle.
  package mutating func fill(_ rect: CellRect, with cell: Cell) {
    let visible = rect.intersection(bounds)
    for row in visible.rows {
      let start = row * size.columns
      for column in visible.columns { cells[start + column] = cell }
    }
  }
}
