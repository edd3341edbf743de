/// A grid of cells: one frame as a value.
///
/// Drawing fills the whole grid, and a presenter finds the changes. Everything drawn is clipped to
/// the grid.
package struct Surface: Hashable, Sendable {
  package let size: CellSize
  /// Row by row from the top; `size.area` cells.
  package private(set) var cells: [Cell]
  /// The graphics with cells on the surface, by id; some may be covered.
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

  /// Sets every cell, and forgets the graphics.
  package mutating func clear(to cell: Cell = .blank) {
    graphics.removeAll(keepingCapacity: true)
    fill(bounds, with: cell)
  }

  /// Registers the graphic that the cells of its id belong to.
  mutating func add(_ graphic: Graphic) {
    graphics[graphic.id] = graphic
  }

  /// Calls `body` with all cells, which it may read and write in place.
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

  /// Moves the contents of rows up, or down for a negative shift.
  ///
  /// Rows that move past an edge are lost; rows that nothing moves to keep their contents.
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

  /// Forgets all graphics except those with the given ids.
  package mutating func keepGraphics(_ ids: Set<UInt32>) {
    graphics = graphics.filter { ids.contains($0.key) }
  }
}
