import LinkSupport

extension HeldKeySession {
  private static let pageDown = "\u{1B}[6~"

  /// Turns pages of pictures that are all in memory, each when nothing of the one before comes any
  /// more.
  func turnPages() -> PageMeasurement {
    settle(for: .milliseconds(1_500))
    for _ in 0..<PageMeasurement.pages {
      program.type(Self.pageDown)
      settle(for: .milliseconds(500))
    }
    program.type("g")
    settle(for: .milliseconds(700))
    var measurement = PageMeasurement()
    for _ in 0..<PageMeasurement.pages {
      let (frames, bytes, start) = (program.framesReceived, program.received, program.now)
      program.type(Self.pageDown)
      settle(for: .milliseconds(400))
      measurement.note(
        frames: program.framesReceived - frames, bytes: program.received - bytes,
        time: max(.zero, program.lastReceived - start))
    }
    program.type("q")
    settle(for: .milliseconds(300))
    return measurement
  }
}
