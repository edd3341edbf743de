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
    if visible.isEmpty { return }
    let columns = size.columns
    withMutableCells { cells in
      for row in visible.rows {
        let start = row * columns
        for column in visible.columns { cells[start + column] = cell }
      }
    }
  }

  /// Moves what rows hold up, or down by a negative number of rows.
  ///
  /// What leaves them at one edge is lost; the rows that come in at the other keep what they had.
  ///
  /// - Complexity: O(cells of the rows).
  package mutating func scroll(_ rows: Range<Int>, up shift: Int) {
    let rows = rows.clamped(to: 0..<size.rows)
    let kept = rows.count - abs(shift)
    guard shift != 0, kept > 0 else { return }
    let from = (rows.lowerBound + max(0, shift)) * size.columns
    let to = (rows.lowerBound + max(0, -shift)) * size.columns
    let count = kept * size.columns
    cells.withUnsafeMutableBufferPointer { cells in
      // Safe: both runs of cells lie in the rows, which are clamped to the surface; they may overlap.
      guard let start = cells.baseAddress else { return }
      (start + to).update(from: start + from, count: count)
    }
  }

  /// Forgets the graphics of which no cell is left, as far as the caller knows.
  package mutating func keepGraphics(_ ids: Set<UInt32>) {
    graphics = graphics.filter { ids.contains($0.key) }
  }
}
