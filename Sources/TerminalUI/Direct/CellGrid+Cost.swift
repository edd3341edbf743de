import Raster

/// What it costs to send cells, roughly: to choose between ways, not to count.
extension CellGrid {
  /// The bytes of a row that is sent over another one: each part of which the hashes are not equal
  /// is looked at cell by cell.
  func cost(of row: Int, over other: borrowing CellGrid, _ otherRow: Int) -> Int {
    let (cells, former) = (line(row), other.line(otherRow))
    var sum = 0
    for part in 0..<parts
    where hash(ofPart: part, row: row) != other.hash(ofPart: part, row: otherRow) {
      for column in columns(ofPart: part)
      where CellRow.words(of: cells, column) != CellRow.words(of: former, column) {
        sum += Self.cost(of: column, in: cells)
      }
    }
    return sum
  }

  /// The bytes of a whole row.
  func cost(of row: Int) -> Int {
    let cells = line(row)
    return (0..<columns).reduce(0) { $0 + Self.cost(of: $1, in: cells) }
  }

  /// A glyph, and two colours unless the cell to the left has the same.
  @inline(__always)
  private static func cost(of column: Int, in cells: CellRow.Line) -> Int {
    let isAlike =
      column > 0 && cells[column].foreground.rawValue == cells[column - 1].foreground.rawValue
      && cells[column].background.rawValue == cells[column - 1].background.rawValue
    return isAlike ? 1 : 36
  }
}
