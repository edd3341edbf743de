import Raster

/// Chooses how much detail pictures have that come on the screen while it moves, so that a moving
/// frame takes a slow link no longer than a few periods.
///
/// What pictures take is learnt from the frames that were sent, what the link carries from their
/// answers. A link that keeps up is never asked for less.
package struct DetailController: Hashable, Sendable {
  /// What a frame needs to be counted.
  package struct Moved: Hashable, Sendable {
    /// Cells of pictures that came on the screen with it.
    package let cells: Int
    package let level: DetailLevel
  }

  /// Periods that a moving frame may take: less than the two that lie between the keys of a held
  /// one, so that each of them is shown, and what is under way when it is released is soon done.
  static let periods = 1.5
  /// What a cell of a photograph takes at most in full detail: a cell of two new colours.
  private static let mostBytesPerCell = 40.0
  /// Of the bytes of full detail; where long runs of a colour are erased.
  private static let share: [DetailLevel: Double] = [
    .full: 1, .pairs: 0.54, .plainPairs: 0.28, .plainFours: 0.15, .plainEights: 0.09,
    .plainSixteens: 0.06, .plainRows: 0.03,
  ]
  /// A finer level must leave so much room before it is taken again within one movement.
  private static let hysteresis = 0.5

  private let period: Duration
  /// What a cell of a picture takes in full detail; 20 to 36 for photographs, at first.
  package private(set) var bytesPerCell = 24.0
  /// The level of the last frame that moved.
  package private(set) var level = DetailLevel.full

  /// - Parameter period: the time from one frame to the next.
  package init(period: Duration) {
    self.period = period
  }

  /// The level for pictures that come on the screen with the next frame.
  ///
  /// - Parameters:
  ///   - cells: how many cells of pictures come with it.
  ///   - bytesPerSecond: what the link carries; nil if it keeps up with everything.
  package mutating func level(forNewCells cells: Int, bytesPerSecond: Double?) -> DetailLevel {
    guard let bytesPerSecond else {
      level = .full
      return level
    }
    let room = bytesPerSecond * period.seconds * Self.periods
    let full = Double(cells) * bytesPerCell
    func fits(_ level: DetailLevel, in room: Double) -> Bool {
      full * Self.share[level, default: 1] <= room
    }
    let wanted = DetailLevel.allCases.first { fits($0, in: room) } ?? .plainRows
    if wanted > level || fits(wanted, in: room * Self.hysteresis) { level = wanted }
    return level
  }

  /// A moving frame was sent whole.
  package mutating func sent(bytes: Int, for moved: Moved) {
    guard moved.cells > 0 else { return }
    let full = Double(bytes) / Self.share[moved.level, default: 1] / Double(moved.cells)
    bytesPerCell += (min(max(full, 2), Self.mostBytesPerCell) - bytesPerCell) / 8
  }

  /// A movement came before the last one was painted: pictures take more than was thought.
  package mutating func overtaken() {
    bytesPerCell = min(bytesPerCell * 1.25, Self.mostBytesPerCell)
  }

  /// Nothing has moved for a while; the next movement chooses anew.
  package mutating func rested() { level = .full }
}
