import Raster

/// Decides when pictures are drawn coarse, and when they become sharp again.
package struct DetailPlan: Hashable, Sendable {
  /// The time without a movement after which scrolling counts as stopped; a held key repeats sooner.
  package static let rest = Duration.milliseconds(100)

  private var controller: DetailController
  private var movedAt = Duration.zero
  /// The figures of the last movement, while it is being sent.
  private var moved: DetailController.Moved?
  private var bytes = 0

  /// - Parameter period: the time from one frame to the next.
  package init(period: Duration) {
    controller = DetailController(period: period)
  }

  /// The detail level of the latest pictures to come on the screen.
  package var level: DetailLevel { controller.level }

  /// Sets the detail of the pictures on the next frame, just before it is drawn.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: the rate of the link; nil if it keeps up with everything.
  ///   - isComplete: false while an earlier frame is partly painted.
  package mutating func prepare(
    _ gallery: inout Gallery, bytesPerSecond: Double?, isComplete: Bool, at now: Duration
  ) {
    if gallery.hasMoved {
      if moved != nil { controller.overtaken() }
      let cells = gallery.incomingCells
      let level = controller.level(forNewCells: cells, bytesPerSecond: bytesPerSecond)
      moved = DetailController.Moved(cells: cells, level: level)
      bytes = 0
      movedAt = now
      gallery.move(incoming: level)
    } else if !gallery.levels.isSharp, isComplete, now >= sharpenAt(bytesPerSecond) {
      controller.rested()
      if bytesPerSecond == nil {
        gallery.board.levels.sharpenAll()
      } else {
        gallery.board.levels.sharpenNext(nearestTo: gallery.selection)
      }
    }
  }

  /// Notes that the frame, or a part of it, was presented.
  ///
  /// - Parameter bytesPerSecond: the rate of the link; nil if it keeps up with everything.
  /// - Returns: the instant for a frame that sharpens more of the screen; nil if everything is
  ///   sharp or the rest of this frame comes first.
  package mutating func presented(
    bytes: Int, isComplete: Bool, _ gallery: Gallery, bytesPerSecond: Double?, at now: Duration
  ) -> Duration? {
    self.bytes += bytes
    guard isComplete else { return nil }
    if let moved { controller.sent(bytes: self.bytes, for: moved) }
    moved = nil
    return gallery.levels.isSharp ? nil : max(now, sharpenAt(bytesPerSecond))
  }

  /// The instant to sharpen the next picture; a link known to keep up needs no delay.
  private func sharpenAt(_ bytesPerSecond: Double?) -> Duration {
    bytesPerSecond == nil ? movedAt : movedAt + Self.rest
  }
}
