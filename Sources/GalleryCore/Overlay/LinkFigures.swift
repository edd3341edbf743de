import FramePacing
import Raster

/// The figures of the link to the terminal, for the overlay and the report.
package struct LinkFigures: Sendable {
  /// The rate in bytes per second; nil until frames of different sizes have measured it.
  package var bytesPerSecond: Double?
  /// The shortest time from a frame to its answer; nil if no answer came.
  package var roundTrip: Duration?
  /// True if the terminal does not answer.
  package var isSilent = false
  /// The number of frames that had to wait for the link or the terminal.
  package var framesWaited = 0
  package var sharpness = Sharpness.full
  package var shown = ShownClock()

  package init() {}

  package init(_ flow: FrameFlow, sharpness: Sharpness) {
    bytesPerSecond = flow.gate.gauge.measuredRate
    roundTrip = flow.gate.gauge.roundTrip
    isSilent = flow.gate.isSilent
    framesWaited = flow.framesWaited
    shown = flow.shown
    self.sharpness = sharpness
  }
}
