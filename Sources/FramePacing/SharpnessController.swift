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

  private let period: Duration
  /// The learned bytes of a picture's cell in full sharpness.
  package private(set) var bytesPerCell = Constants.Scrolling.presumedBytesPerCell
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
    let room = bytesPerSecond * period.seconds * Constants.Scrolling.periods
    let full = Double(cells) * bytesPerCell
    func fits(_ sharpness: Sharpness, in room: Double) -> Bool {
      full * Constants.Scrolling.shares[sharpness, default: 1] <= room
    }
    let wanted = Sharpness.allCases.first { fits($0, in: room) } ?? .plainRows
    if wanted < sharpness || fits(wanted, in: room * Constants.Scrolling.hysteresis) {
      sharpness = wanted
    }
    return sharpness
  }

  /// Learns from a moving frame that was sent completely.
  package mutating func sent(bytes: Int, for moved: Moved) {
    guard moved.cells > 0 else { return }
    let share = Constants.Scrolling.shares[moved.sharpness, default: 1]
    let full = Double(bytes) / share / Double(moved.cells)
    let range = Constants.Scrolling.bytesPerCell
    let latest = min(max(full, range.lowerBound), range.upperBound)
    bytesPerCell += (latest - bytesPerCell) / Constants.Scrolling.averageDivisor
  }

  /// Records that a movement interrupted the last frame: pictures take more bytes than expected.
  package mutating func overtaken() {
    bytesPerCell = min(
      bytesPerCell * Constants.Scrolling.growth, Constants.Scrolling.bytesPerCell.upperBound)
  }

  /// Records that nothing has moved for a while, so that the next movement starts at full sharpness.
  package mutating func rested() { sharpness = .full }
}
