/// Finds rows that moved up or down between two frames, so that the terminal can move them.
///
/// Quarters of rows vote for a distance by their hashes. The winner is then counted cell by cell:
/// for each row, how many fewer cells would be sent if the rows were moved first; the band is the
/// run of rows with the greatest sum (Kadane's maximum subarray), less what its uncovered rows
/// cost.
struct ScrollFinder: ~Copyable {
  /// What setting and resetting a scroll region costs, in cells.
  private static let overhead = 4

  private let rows: Int
  private let votes: UnsafeMutablePointer<Int32>

  init(rows: Int) {
    self.rows = rows
    votes = .allocate(capacity: 2 * rows + 1)
  }

  deinit { votes.deallocate() }

  /// The scroll that saves the most; nil when none saves anything.
  ///
  /// - Complexity: O(rows² + cells).
  func find(from front: borrowing CellGrid, to back: borrowing CellGrid) -> RowScroll? {
    guard rows > 1, let shift = electShift(from: front, to: back) else { return nil }
    let destinations = max(0, -shift)..<rows - max(0, shift)
    var sum = 0
    var start = destinations.lowerBound
    var best = (gain: 0, rows: 0..<0)
    for row in destinations {
      let inPlace = back.difference(row: row, to: front, row: row)
      let moved = back.difference(row: row, to: front, row: row + shift)
      sum += inPlace - moved
      if sum > best.gain { best = (sum, start..<row + 1) }
      if sum <= 0 {
        sum = 0
        start = row + 1
      }
    }
    if best.rows.isEmpty { return nil }
    let target = best.rows
    let band =
      target.lowerBound + min(0, shift)..<target.upperBound + max(0, shift)
    let scroll = RowScroll(band: band, shift: shift)
    let loss = scroll.uncovered.reduce(0) {
      $0 + back.columns - back.difference(row: $1, to: front, row: $1)
    }
    return best.gain > loss + Self.overhead ? scroll : nil
  }

  /// The distance that most quarters agree on; the shorter one of equals.
  private func electShift(from front: borrowing CellGrid, to back: borrowing CellGrid) -> Int? {
    votes.update(repeating: 0, count: 2 * rows + 1)
    for row in 0..<rows {
      for quarter in 0..<CellGrid.quarters {
        let hash = back.hash(ofQuarter: quarter, row: row)
        if hash == front.hash(ofQuarter: quarter, row: row) { continue }
        for source in 0..<rows where front.hash(ofQuarter: quarter, row: source) == hash {
          votes[source - row + rows] += 1
        }
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
