import Raster

/// Finds rows that moved up or down between two frames, so that the terminal can move them.
///
/// Parts of rows vote for a distance by their hashes. The winner is then weighed cell by cell: for
/// each row, how many fewer bytes would be sent, roughly, if the rows were moved first; the band is
/// the run of rows with the greatest sum (Kadane's maximum subarray), less what its uncovered rows
/// cost.
struct ScrollFinder: ~Copyable {
  /// The bytes that a scroll takes: setting and resetting a region, a movement.
  private static let overhead = 24

  private let rows: Int
  private let index: RowIndex
  /// How many parts agree on a distance; it and `rows` together are the position.
  private let votes: UnsafeMutablePointer<Int32>

  init(size: CellSize) {
    rows = size.rows
    index = RowIndex(rows: size.rows, parts: CellGrid.parts(of: size.columns))
    votes = .allocate(capacity: 2 * rows + 1)
  }

  deinit { votes.deallocate() }

  /// The scroll that saves the most; nil when none saves anything.
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

  /// The distance that most parts agree on; the shorter one of equals.
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
