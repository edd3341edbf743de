import Raster

/// The cells of one frame with hashes of the parts of its rows, in memory allocated once per size.
///
/// The hashes find rows that moved. Rows are hashed in parts because a popup or an overlay stays in
/// place while rows move below it, and would hide the movement. Only this type touches the memory.
struct CellGrid: ~Copyable {
  let columns: Int
  let rows: Int
  /// The number of hashed parts of a row.
  let parts: Int
  private let charset: Charset
  private let cells: UnsafeMutablePointer<Cell>
  private let hashes: UnsafeMutablePointer<UInt64>

  /// A cell that equals no cell of a frame, so that every cell drawn over it is sent.
  private static let unknown: Cell = {
    var cell = Cell.blank
    cell.glyph = .max
    return cell
  }()

  /// Creates a grid of unknown cells, for a terminal with a set of characters.
  init(size: CellSize, charset: Charset = .utf8) {
    self.charset = charset
    columns = size.columns
    rows = size.rows
    parts = Self.parts(of: size.columns)
    cells = .allocate(capacity: max(1, columns * rows))
    hashes = .allocate(capacity: max(1, rows * parts))
    cells.initialize(repeating: Self.unknown, count: columns * rows)
    hashes.initialize(repeating: 0, count: rows * parts)
  }

  deinit {
    cells.deallocate()
    hashes.deallocate()
  }

  /// One part for eight columns, at most 16, so at least one part remains beside the widest popup.
  static func parts(of columns: Int) -> Int {
    min(16, max(1, columns / 8))
  }

  @inline(__always)
  func columns(ofPart part: Int) -> Range<Int> {
    columns * part / parts..<columns * (part + 1) / parts
  }

  /// The hash of a part of a row; 0 if unknown.
  @inline(__always)
  func hash(ofPart part: Int, row: Int) -> UInt64 {
    hashes[row * parts + part]
  }

  func line(_ row: Int) -> CellRow.Line {
    CellRow.Line(start: cells + row * columns, count: columns)
  }

  @inline(__always)
  func isEqual(_ row: Int, to other: borrowing CellGrid) -> Bool {
    CellRow.areEqual(line(row), other.line(row))
  }

  /// Loads all rows of a surface, made safe to send.
  ///
  /// Rows equal to those in `former` are copied from it, with their hashes.
  ///
  /// - Returns: false when all rows are the same.
  func load(_ source: CellRow.Line, former: borrowing CellGrid) -> Bool {
    var isChanged = false
    for row in 0..<rows {
      let line = CellRow.Line(rebasing: source[row * columns..<(row + 1) * columns])
      if CellRow.areEqual(line, former.line(row)) {
        copy(row, of: former)
      } else {
        load(row, from: line)
        isChanged = isChanged || !isEqual(row, to: former)
      }
    }
    return isChanged
  }

  /// Copies one row from another grid.
  func copy(_ row: Int, of other: borrowing CellGrid) {
    (cells + row * columns).update(from: other.cells + row * columns, count: columns)
    (hashes + row * parts).update(from: other.hashes + row * parts, count: parts)
  }

  /// Copies some cells of a row from another grid, without the hashes.
  func copy(_ columns: Range<Int>, ofRow row: Int, of other: borrowing CellGrid) {
    let start = row * self.columns + columns.lowerBound
    (cells + start).update(from: other.cells + start, count: columns.count)
  }

  /// Moves the rows of a band as the terminal does.
  ///
  /// - Parameter mayShowPixels: whether the rows at the edge may show pixels, so their contents become unknown; else
  ///   they are blank.
  func scroll(_ scroll: RowScroll, mayShowPixels: Bool) {
    let kept = scroll.band.count - abs(scroll.shift)
    let from = scroll.band.lowerBound + max(0, scroll.shift)
    let to = scroll.band.lowerBound + max(0, -scroll.shift)
    (cells + to * columns).update(from: cells + from * columns, count: kept * columns)
    (hashes + to * parts).update(from: hashes + from * parts, count: kept * parts)
    fill(scroll.uncovered, with: mayShowPixels ? Self.unknown : .blank)
  }

  /// Makes rows unknown.
  func forget(_ range: Range<Int>) { fill(range, with: Self.unknown) }

  /// Fills rows with one cell; their hashes are unknown.
  private func fill(_ range: Range<Int>, with cell: Cell) {
    (cells + range.lowerBound * columns).update(repeating: cell, count: range.count * columns)
    (hashes + range.lowerBound * parts).update(repeating: 0, count: range.count * parts)
  }

  /// Loads one row, and checks while hashing whether it is safe to send, as nearly all rows are.
  private func load(_ row: Int, from source: CellRow.Line) {
    let target = UnsafeMutableBufferPointer(start: cells + row * columns, count: columns)
    _ = target.update(fromContentsOf: source)
    if hash(row), charset == .utf8 { return }
    CellRow.repair(source, into: target, for: charset)
    hash(row)
  }

  /// Hashes the parts of a row.
  ///
  /// - Returns: whether every cell is plain, so that there is nothing to repair.
  @discardableResult
  private func hash(_ row: Int) -> Bool {
    let line = line(row)
    var isPlain = true
    for part in 0..<parts {
      var hash: UInt64 = 0
      for column in columns(ofPart: part) {
        if !CellRow.isPlain(line[column]) { isPlain = false }
        CellRow.add(CellRow.words(of: line, column), to: &hash)
      }
      hashes[row * parts + part] = hash
    }
    return isPlain
  }
}
