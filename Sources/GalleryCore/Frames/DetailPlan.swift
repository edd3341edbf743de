import Raster

/// When pictures are drawn coarse, and when they become sharp again.
package struct DetailPlan: Hashable, Sendable {
  /// So long nothing moves until scrolling has stopped: two keys of a held one are less apart.
  package static let rest = Duration.milliseconds(100)

  private var controller: DetailController
  private var movedAt = Duration.zero
  /// What the last movement brought, while it is being sent.
  private var moved: DetailController.Moved?
  private var bytes = 0

  /// - Parameter period: the time from one frame to the next.
  package init(period: Duration) {
    controller = DetailController(period: period)
  }

  /// The level of the latest pictures that came on the screen.
  package var level: DetailLevel { controller.level }

  /// A frame is about to be drawn: gives the pictures on it their detail.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: what the link carries; nil if it keeps up with everything.
  ///   - isComplete: false while an earlier frame is not yet painted to its end.
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
      if bytesPerSecond == nil { gallery.sharpenAll() } else { gallery.sharpenNext() }
    }
  }

  /// The frame was presented, or a part of it.
  ///
  /// - Parameter bytesPerSecond: what the link carries; nil if it keeps up with everything.
  /// - Returns: when a frame is wanted that makes more of it sharp; nil if all of it is, or the
  ///   rest of this frame comes first.
  package mutating func presented(
    bytes: Int, isComplete: Bool, _ gallery: Gallery, bytesPerSecond: Double?, at now: Duration
  ) -> Duration? {
    self.bytes += bytes
    guard isComplete else { return nil }
    if let moved { controller.sent(bytes: self.bytes, for: moved) }
    moved = nil
    return gallery.levels.isSharp ? nil : max(now, sharpenAt(bytesPerSecond))
  }

  /// A link that has turned out to keep up is not spared any longer.
  private func sharpenAt(_ bytesPerSecond: Double?) -> Duration {
    bytesPerSecond == nil ? movedAt : movedAt + Self.rest
  }
}
