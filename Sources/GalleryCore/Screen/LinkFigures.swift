import Raster

/// What is known of the way to the terminal, as overlay and report show it.
package struct LinkFigures: Sendable {
  /// Bytes a second; nil while frames of different sizes have not told it.
  package var bytesPerSecond: Double?
  /// The shortest time from a frame to its answer; nil where none came.
  package var roundTrip: Duration?
  /// True where the terminal does not answer.
  package var isSilent = false
  /// Frames that had to wait for an answer.
  package var framesHeld = 0
  package var level = DetailLevel.full
  package var shown = ShownClock()

  package init() {}

  package init(_ flow: FrameFlow, level: DetailLevel) {
    bytesPerSecond = flow.gate.gauge.measuredRate
    roundTrip = flow.gate.gauge.roundTrip
    isSilent = flow.gate.isSilent
    framesHeld = flow.gate.framesHeld
    shown = flow.shown
    self.level = level
  }
}
