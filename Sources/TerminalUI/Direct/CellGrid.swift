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

  /// Takes over one row of a surface, made safe to send.
  func load(_ row: Int, from source: UnsafeBufferPointer<Cell>) {
    let start = row * columns
    let line = UnsafeBufferPointer(rebasing: source[start..<start + columns])
    let target = UnsafeMutableBufferPointer(start: cells + start, count: columns)
    CellRepair.copy(line, to: target)
    for quarter in 0..<Self.quarters {
      let from = columns * quarter / Self.quarters
      let end = columns * (quarter + 1) / Self.quarters
      hashes[row * Self.quarters + quarter] = RowHash.of(target[from..<end])
    }
  }

  /// How many cells of a row differ from a row of another grid.
  func difference(row: Int, to other: borrowing CellGrid, row otherRow: Int) -> Int {
    let mine = cells + row * columns
    let theirs = other.cells + otherRow * columns
    var count = 0
    for column in 0..<columns where mine[column] != theirs[column] { count += 1 }
    return count
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
}
