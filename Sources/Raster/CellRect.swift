/// A width and a height in terminal cells.
package struct CellSize: Hashable, Sendable, LosslessStringConvertible {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Reads columns and rows as `80x24`, 1 to 2000 each.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...2_000).contains(columns), (1...2_000).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  package var area: Int { columns * rows }

  package var description: String { "\(columns)x\(rows)" }
}

/// The position of a cell: columns from the left edge and rows from the top, both from 0.
package struct CellPoint: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells; it may lie partly or wholly outside a surface.
package struct CellRect: Hashable, Sendable {
  package var origin: CellPoint
  package var size: CellSize

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = CellPoint(column: column, row: row)
    size = CellSize(columns: max(0, columns), rows: max(0, rows))
  }

  package var columns: Range<Int> { origin.column..<origin.column + size.columns }
  package var rows: Range<Int> { origin.row..<origin.row + size.rows }
  package var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  package func contains(_ point: CellPoint) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// The part that both rectangles cover; empty where they do not meet.
  package func intersection(_ other: CellRect) -> CellRect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return CellRect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}
