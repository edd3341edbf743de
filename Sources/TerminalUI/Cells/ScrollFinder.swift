import Raster

/// Finds rows that moved up or down between two frames, so that the terminal can move them.
///
/// Parts of rows vote for a distance by their hashes. The winner is then measured cell by cell: for
/// each row, roughly how many bytes are saved if rows are moved first. The band is the run of rows
/// with the greatest sum (Kadane's maximum subarray), less the cost of its uncovered rows.
struct ScrollFinder: ~Copyable {
  /// The bytes of a scroll: setting and resetting the region, and moving.
  private static let overhead = 24

  private let rows: Int
  private let index: RowIndex
  /// The number of parts that vote for each distance, from -`rows` to `rows`.
  private let votes: UnsafeMutablePointer<Int32>

  init(size: CellSize) {
    rows = size.rows
    index = RowIndex(rows: size.rows, parts: CellGrid.parts(of: size.columns))
    votes = .allocate(capacity: 2 * rows + 1)
  }

  deinit { votes.deallocate() }

  /// Returns the scroll that saves the most bytes; nil if none saves any.
  ///
  /// - Complexity: O(cells).
  func find(from front: borrowing CellGrid, to back: borrowing CellGrid) -> RowScroll? {
    guard rows > 1, let shift = electShift(from: front, to: back) else { return nil }
    var sum = 0
    var start = max(0, -shift)
    var best = (gain: 0, rows: 0..<0)
    for row in start..<rows - max(0, shift) {
      sum += back.cost(of: row, over: front, row) - back.cost(of: row, over: front, row + shift)
      if sum > best.gain { best = (sum, start..<row + 1) }
      if sum <= 0 { (sum, start) = (0, row + 1) }
    }
    if best.rows.isEmpty { return nil }
    let band = best.rows.lowerBound + min(0, shift)..<best.rows.upperBound + max(0, shift)
    let scroll = RowScroll(band: band, shift: shift)
    let loss = scroll.uncovered.reduce(Self.overhead) {
      $0 + back.cost(of: $1) - back.cost(of: $1, over: front, $1)
    }
    return best.gain > loss ? scroll : nil
  }

  /// The distance with the most votes; the shorter one if two are equal.
  private func electShift(from front: borrowing CellGrid, to back: borrowing CellGrid) -> Int? {
    index.clear()
    for row in 0..<rows {
      for part in 0..<front.parts {
        let hash = front.hash(ofPart: part, row: row)
        if hash != 0 { index.insert(hash, part: part, row: row) }
      }
    }
    votes.update(repeating: 0, count: 2 * rows + 1)
    for row in 0..<rows {
      for part in 0..<back.parts {
        let hash = back.hash(ofPart: part, row: row)
        if hash == front.hash(ofPart: part, row: row) { continue }
        index.forEachRow(hash, part: part) { votes[$0 - row + rows] += 1 }
      }
    }
    var winner: Int?
    var most: Int32 = 0
    for distance in 1..<rows {
      if votes[rows + distance] > most { (winner, most) = (distance, votes[rows + distance]) }
      if votes[rows - distance] > most { (winner, most) = (-distance, votes[rows - distance]) }
    }
    return winner
  }
}

/// A band of rows that the terminal itself moves.
struct RowScroll: Hashable {
  /// The rows of the scroll region, from 0.
  let band: Range<Int>
  /// The number of rows that the contents move up, negative for down; never 0, and less than the
  /// band's rows.
  let shift: Int

  /// The rows that become visible at the edge and must be drawn.
  var uncovered: Range<Int> {
    shift > 0
      ? band.upperBound - shift..<band.upperBound
      : band.lowerBound..<band.lowerBound - shift
  }

  /// The rows whose contents move out of the band.
  var leaving: Range<Int> {
    shift > 0
      ? band.lowerBound..<band.lowerBound + shift
      : band.upperBound + shift..<band.upperBound
  }

  /// The rows of the band that show moved contents.
  var covered: Range<Int> {
    shift > 0
      ? band.lowerBound..<band.upperBound - shift : band.lowerBound - shift..<band.upperBound
  }
}

/// Estimates of the bytes of cells, to compare alternatives.
extension CellGrid {
  /// The bytes of a row drawn over another one.
  ///
  /// Only parts with different hashes are compared cell by cell.
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

  /// The bytes of a glyph, and of two colors unless the cell to the left has them.
  @inline(__always)
  private static func cost(of column: Int, in cells: CellRow.Line) -> Int {
    let isAlike =
      column > 0 && cells[column].foreground.rawValue == cells[column - 1].foreground.rawValue
      && cells[column].background.rawValue == cells[column - 1].background.rawValue
    return isAlike ? 1 : 36
  }
}
