import FramePacing

extension SharpnessPlan {
  /// Sets the sharpness of the pictures on the next frame, just before it is drawn.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: what the link carries; nil if it keeps up with everything.
  ///   - isComplete: false while an earlier frame is not completely painted.
  package mutating func prepare(
    _ gallery: inout Gallery, bytesPerSecond: Double?, isComplete: Bool, at now: Duration
  ) {
    let motion = gallery.motion
    let step = nextStep(
      incomingCells: motion.hasMoved ? motion.incomingCells : nil,
      isSharp: gallery.sharpness.isSharp, bytesPerSecond: bytesPerSecond, isComplete: isComplete,
      at: now)
    switch step {
    case .move(let sharpness):
      gallery.pictures.board.sharpness.record(TileSharpness.Frame(of: gallery), incoming: sharpness)
    case .sharpenAll: gallery.pictures.board.sharpness.sharpenAll()
    case .sharpenNext: gallery.pictures.board.sharpness.sharpenNext(nearestTo: gallery.selection)
    case nil: break
    }
  }
}
