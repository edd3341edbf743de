import Raster

/// What one frame looks like, in memory that is allocated once per size: the cells, and a hash of
/// each quarter of each row.
///
/// Rows that moved are found by their hashes; quarters, so that something that stays in place over
/// moving rows (a popup, a panel) does not hide the movement. This type alone touches the memory.
struct CellGrid: ~Copyable {
  static let quarters = 4

  let columns: Int
  let rows: Int
  private let cells: UnsafeMutablePointer<Cell>
  private let hashes: UnsafeMutablePointer<UInt64>

  /// A cell that equals none that is ever shown: whatever is drawn over it is sent.
  private static let unknown: Cell = {
    var cell = Cell.blank
    cell.glyph = .max
    return cell
  }()

  /// A grid of which nothing is known.
  init(size: CellSize) {
    columns = size.columns
    rows = size.rows
    cells = .allocate(capacity: max(1, columns * rows))
    hashes = .allocate(capacity: max(1, rows * Self.quarters))
    cells.initialize(repeating: Self.unknown, count: columns * rows)
    hashes.initialize(repeating: 0, count: rows * Self.quarters)
  }

  deinit {
    cells.deallocate()
    hashes.deallocate()
  }

  @inline(__always)
  subscript(column: Int, row: Int) -> Cell {
    cells[row * columns + column]
  }

  /// The hash of a quarter of a row; 0 when nothing is known about it.
  @inline(__always)
  func hash(ofQuarter quarter: Int, row: Int) -> UInt64 {
    hashes[row * Self.quarters + quarter]
  }

  /// Takes over all rows of a surface, made safe to send; `former` lends its work on rows that are
  /// the same in it.
  ///
  /// - Returns: false when all are.
  func load(_ source: UnsafeBufferPointer<Cell>, former: borrowing CellGrid) -> Bool {
    var isChanged = false
    for row in 0..<rows {
      let line = UnsafeBufferPointer(rebasing: source[row * columns..<(row + 1) * columns])
      if CellRow.areEqual(line, former.line(row)) {
        copy(row, of: former)
      } else {
        load(row, from: line)
        isChanged = isChanged || !CellRow.areEqual(former.line(row), self.line(row))
      }
    }
    return isChanged
  }

  /// The first column from `start` on in which a row differs from the same row of another grid.
  @inline(__always)
  func nextDifference(row: Int, from start: Int, to other: borrowing CellGrid) -> Int? {
    CellRow.firstDifference(line(row), other.line(row), from: start)
  }

  /// How many cells of a row differ from a row of another grid.
  func difference(row: Int, to other: borrowing CellGrid, row otherRow: Int) -> Int {
    CellRow.difference(line(row), other.line(otherRow))
  }

  /// Moves the rows of a band as the terminal does; what comes in at its edge is unknown.
  func scroll(_ scroll: RowScroll) {
    let kept = scroll.band.count - abs(scroll.shift)
    let from = scroll.band.lowerBound + max(0, scroll.shift)
    let to = scroll.band.lowerBound + max(0, -scroll.shift)
    (cells + to * columns).update(from: cells + from * columns, count: kept * columns)
    (hashes + to * Self.quarters).update(
      from: hashes + from * Self.quarters, count: kept * Self.quarters)
    forget(scroll.uncovered)
  }

  /// Nothing is known about these rows any more.
  func forget(_ range: Range<Int>) {
    (cells + range.lowerBound * columns).update(
      repeating: Self.unknown, count: range.count * columns)
    (hashes + range.lowerBound * Self.quarters).update(
      repeating: 0, count: range.count * Self.quarters)
  }

  private func line(_ row: Int) -> UnsafeBufferPointer<Cell> {
    UnsafeBufferPointer(start: cells + row * columns, count: columns)
  }

  /// Takes over one row of another grid.
  func copy(_ row: Int, of other: borrowing CellGrid) {
    (cells + row * columns).update(from: other.cells + row * columns, count: columns)
    (hashes + row * Self.quarters).update(
      from: other.hashes + row * Self.quarters, count: Self.quarters)
  }

  private func load(_ row: Int, from source: UnsafeBufferPointer<Cell>) {
    CellRow.repair(
      source, into: UnsafeMutableBufferPointer(start: cells + row * columns, count: columns))
    for quarter in 0..<Self.quarters {
      let from = columns * quarter / Self.quarters
      let end = columns * (quarter + 1) / Self.quarters
      hashes[row * Self.quarters + quarter] = CellRow.hash(line(row), from..<end)
    }
  }
}
