/// The errors of cells, which later ones make up for, after Floyd and Steinberg (1976).
///
/// More goes to the right than in theirs, because that cell is nearer than the one below.
struct DiffusedError {
  typealias Point = PaletteSpace.Point

  /// The errors that come from above, and those for the next row left of the current cell.
  private var row: [Point]
  private var ahead = Point.zero
  private var below = Point.zero

  /// The greatest error of a channel that goes on: colors that a palette lacks are not made up for
  /// at all cost.
  private static let limit: Float = 48

  /// The part of an error that goes on.
  private let share: Float

  /// - Parameter share: the part of an error that goes on; all of it brings the mean of many cells nearest.
  init(columns: Int, share: Float = 1) {
    row = Array(repeating: .zero, count: columns)
    self.share = share
  }

  /// The part of an error that makes blocks and dots most like the picture, as `filmstrip-lab pixels` finds.
  ///
  /// What all of it adds is noise. Half blocks are as large as pixels get, and show it most.
  static func bestShare(for symbols: SymbolSet) -> Float { symbols == .half ? 0.4 : 0.6 }

  mutating func startRow() {
    ahead = .zero
    below = .zero
  }

  /// The error that a cell receives.
  @inline(__always)
  func carried(to column: Int) -> Point { row[column] + ahead }

  /// Hands on the error of a cell, after those to its left.
  @inline(__always)
  mutating func handOn(_ error: Point, from column: Int) {
    let error = error.limited(to: Self.limit) * share
    ahead = error * 0.5
    if column > 0 { row[column - 1] += error * 0.125 }
    row[column] = below + error * 0.3125
    below = error * 0.0625
  }
}
