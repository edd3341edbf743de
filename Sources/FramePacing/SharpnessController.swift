import Raster

/// Chooses the sharpness of pictures that scroll in.
///
/// A moving frame then occupies a slow link for only a few periods.
///
/// The controller learns the size of pictures from sent frames, and the link's rate from the
/// answers. A link that keeps up always gets full sharpness.
package struct SharpnessController: Hashable, Sendable {
  /// The figures of a moving frame from which the controller learns.
  package struct Moved: Hashable, Sendable {
    /// The number of picture cells that scrolled in with the frame.
    package let cells: Int
    package let sharpness: Sharpness
  }

  /// The number of periods that a moving frame may take.
  ///
  /// A held key repeats every two periods. With shorter frames each repeat is shown, and the queue
  /// is soon empty when the key is released.
  static let periods = 1.5
  /// The most bytes of a photograph's cell in full sharpness: a cell of two new colors.
  private static let mostBytesPerCell = 40.0
  /// The bytes of each sharpness as a share of those of full sharpness, in terminals where long runs of a
  /// color are erased.
  private static let share: [Sharpness: Double] = [
    .full: 1, .near: 0.4, .plainPairs: 0.28, .plainFours: 0.15, .plainEights: 0.09,
    .plainSixteens: 0.06, .plainRows: 0.03,
  ]
  /// The share of the room below which pictures may become sharper again within a movement.
  private static let hysteresis = 0.5

  private let period: Duration
  /// The learned bytes of a picture's cell in full sharpness; photographs have 20 to 36.
  package private(set) var bytesPerCell = 24.0
  /// The sharpness of the last frame that moved.
  package private(set) var sharpness = Sharpness.full

  /// - Parameter period: the time from one frame to the next.
  package init(period: Duration) {
    self.period = period
  }

  /// The sharpness for pictures that scroll in with the next frame.
  ///
  /// - Parameters:
  ///   - cells: the number of picture cells that scroll in.
  ///   - bytesPerSecond: the rate of the link; nil if it keeps up with everything.
  package mutating func sharpness(forNewCells cells: Int, bytesPerSecond: Double?) -> Sharpness {
    guard let bytesPerSecond else {
      sharpness = .full
      return sharpness
    }
    let room = bytesPerSecond * period.seconds * Self.periods
    let full = Double(cells) * bytesPerCell
    func fits(_ sharpness: Sharpness, in room: Double) -> Bool {
      full * Self.share[sharpness, default: 1] <= room
    }
    let wanted = Sharpness.allCases.first { fits($0, in: room) } ?? .plainRows
    if wanted < sharpness || fits(wanted, in: room * Self.hysteresis) { sharpness = wanted }
    return sharpness
  }

  /// Learns from a moving frame that was sent completely.
  package mutating func sent(bytes: Int, for moved: Moved) {
    guard moved.cells > 0 else { return }
    let full = Double(bytes) / Self.share[moved.sharpness, default: 1] / Double(moved.cells)
    bytesPerCell += (min(max(full, 2), Self.mostBytesPerCell) - bytesPerCell) / 8
  }

  /// Records that a movement interrupted the last frame: pictures take more bytes than expected.
  package mutating func overtaken() {
    bytesPerCell = min(bytesPerCell * 1.25, Self.mostBytesPerCell)
  }

  /// Records that nothing has moved for a while, so that the next movement starts at full sharpness.
  package mutating func rested() { sharpness = .full }
}
