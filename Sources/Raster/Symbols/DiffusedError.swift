/// The errors that cells pass on to later ones, similar to Floyd and Steinberg (1976).
///
/// The right neighbor receives more than in their weights, because it is nearer than the cell
/// below.
struct DiffusedError {
  typealias Point = PaletteSpace.Point

  /// The errors from the row above; left of the current cell, those for the next row.
  private var row: [Point]
  private var ahead = Point.zero
  private var below = Point.zero

  /// The largest error of a channel that is passed on, because a palette's missing colors can't be
  /// compensated for.
  private static let limit: Float = 48

  /// The share of an error that is passed on.
  private let share: Float

  /// - Parameter share: the share of an error that is passed on; 1 keeps the mean of many cells exact.
  init(columns: Int, share: Float = 1) {
    row = Array(repeating: .zero, count: columns)
    self.share = share
  }

  /// The share that makes pictures most similar to the original, measured by `filmstrip-lab pixels`.
  ///
  /// A larger share adds noise, which is most visible in half blocks, because their pixels are the largest.
  static func bestShare(for symbols: SymbolSet) -> Float { symbols == .half ? 0.4 : 0.6 }

  mutating func startRow() {
    ahead = .zero
    below = .zero
  }

  /// The error received by the cell in a column.
  @inline(__always)
  func carried(to column: Int) -> Point { row[column] + ahead }

  /// Passes on the error of a cell.
  @inline(__always)
  mutating func handOn(_ error: Point, from column: Int) {
    let error = error.limited(to: Self.limit) * share
    ahead = error * 0.5
    if column > 0 { row[column - 1] += error * 0.125 }
    row[column] = below + error * 0.3125
    below = error * 0.0625
  }
}
