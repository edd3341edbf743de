import Raster

/// Decides when pictures are drawn coarse, and when they become sharp again.
package struct SharpnessPlan: Hashable, Sendable {
  /// A change to the sharpness of the pictures on the screen.
  package enum Step: Hashable, Sendable {
    /// Pictures that come with a movement are drawn in this sharpness.
    case move(Sharpness)
    case sharpenAll
    /// The picture nearest to the selection becomes sharper.
    case sharpenNext
  }

  private var controller: SharpnessController
  private var movedAt = Duration.zero
  /// The figures of the last movement, while it is being sent.
  private var moved: SharpnessController.Moved?
  private var bytes = 0

  /// - Parameter period: the time from one frame to the next.
  package init(period: Duration) {
    controller = SharpnessController(period: period)
  }

  /// The sharpness of the latest pictures to come on the screen.
  package var sharpness: Sharpness { controller.sharpness }

  /// Chooses the sharpness of the pictures on the next frame, just before it is drawn.
  ///
  /// - Parameters:
  ///   - incomingCells: the cells of pictures that come with a movement; nil without one.
  ///   - isSharp: whether all pictures on the screen have full sharpness.
  ///   - bytesPerSecond: what the link carries; nil if it keeps up with everything.
  ///   - isComplete: false while an earlier frame is not completely painted.
  /// - Returns: nil where nothing changes.
  package mutating func nextStep(
    incomingCells: Int?, isSharp: Bool, bytesPerSecond: Double?, isComplete: Bool, at now: Duration
  ) -> Step? {
    if let incomingCells {
      if moved != nil { controller.overtaken() }
      let sharpness = controller.sharpness(
        forNewCells: incomingCells, bytesPerSecond: bytesPerSecond)
      moved = SharpnessController.Moved(cells: incomingCells, sharpness: sharpness)
      bytes = 0
      movedAt = now
      return .move(sharpness)
    }
    guard !isSharp, isComplete, now >= sharpenAt(bytesPerSecond) else { return nil }
    controller.rested()
    return bytesPerSecond == nil ? .sharpenAll : .sharpenNext
  }

  /// Notes that the frame, or a part of it, was presented.
  ///
  /// - Parameter bytesPerSecond: the rate of the link; nil if it keeps up with everything.
  /// - Returns: the instant for a frame that sharpens more of the screen; nil if everything is
  ///   sharp or the rest of this frame comes first.
  package mutating func presented(
    bytes: Int, isComplete: Bool, isSharp: Bool, bytesPerSecond: Double?, at now: Duration
  ) -> Duration? {
    self.bytes += bytes
    guard isComplete else { return nil }
    if let moved { controller.sent(bytes: self.bytes, for: moved) }
    moved = nil
    return isSharp ? nil : max(now, sharpenAt(bytesPerSecond))
  }

  /// The instant to sharpen the next picture; a link known to keep up needs no delay.
  private func sharpenAt(_ bytesPerSecond: Double?) -> Duration {
    bytesPerSecond == nil ? movedAt : movedAt + Constants.Scrolling.rest
  }
}
