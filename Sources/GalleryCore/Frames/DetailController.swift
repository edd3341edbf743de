import Raster

/// Chooses the level of detail of pictures that come on the screen during a movement.
///
/// So a moving frame takes a slow link no longer than a few periods.
///
/// The controller learns the size of pictures from the sent frames, and the link's rate from the
/// answers. A link that keeps up always gets full detail.
package struct DetailController: Hashable, Sendable {
  /// The figures of a moving frame from which the controller learns.
  package struct Moved: Hashable, Sendable {
    /// The number of picture cells that came on the screen with the frame.
    package let cells: Int
    package let level: DetailLevel
  }

  /// The number of periods that a moving frame may take.
  ///
  /// A held key repeats every two periods. A shorter frame lets each repeat be shown, and what is
  /// under way is soon done when the key is released.
  static let periods = 1.5
  /// The most bytes that a photograph's cell takes in full detail: a cell of two new colors.
  private static let mostBytesPerCell = 40.0
  /// Each level's share of the bytes of full detail; where long runs of a color are erased.
  private static let share: [DetailLevel: Double] = [
    .full: 1, .near: 0.4, .plainPairs: 0.28, .plainFours: 0.15, .plainEights: 0.09,
    .plainSixteens: 0.06, .plainRows: 0.03,
  ]
  /// The share of room that a finer level must leave before it is taken again in the same movement.
  private static let hysteresis = 0.5

  private let period: Duration
  /// The bytes that a picture's cell takes in full detail; 20 to 36 for photographs, at first.
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

  /// Learns from a moving frame that was sent completely.
  package mutating func sent(bytes: Int, for moved: Moved) {
    guard moved.cells > 0 else { return }
    let full = Double(bytes) / Self.share[moved.level, default: 1] / Double(moved.cells)
    bytesPerCell += (min(max(full, 2), Self.mostBytesPerCell) - bytesPerCell) / 8
  }

  /// Notes that a movement came before the last one was painted: pictures take more than expected.
  package mutating func overtaken() {
    bytesPerCell = min(bytesPerCell * 1.25, Self.mostBytesPerCell)
  }

  /// Notes that nothing has moved for a while, so that the next movement chooses anew.
  package mutating func rested() { level = .full }
}
