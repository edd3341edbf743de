import FramePacing

extension DetailPlan {
  /// Sets the detail of the pictures on the next frame, just before it is drawn.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: what the link carries; nil if it keeps up with everything.
  ///   - isComplete: false while an earlier frame is not completely painted.
  package mutating func prepare(
    _ gallery: inout Gallery, bytesPerSecond: Double?, isComplete: Bool, at now: Duration
  ) {
    let step = nextStep(
      incomingCells: gallery.hasMoved ? gallery.incomingCells : nil,
      isSharp: gallery.levels.isSharp, bytesPerSecond: bytesPerSecond, isComplete: isComplete,
      at: now)
    switch step {
    case .move(let level): gallery.move(incoming: level)
    case .sharpenAll: gallery.board.levels.sharpenAll()
    case .sharpenNext: gallery.board.levels.sharpenNext(nearestTo: gallery.selection)
    case nil: break
    }
  }
}
