import Testing

@testable import FramePacing

/// Pictures follow their page over a slow link, in as many parts as it takes, in virtual time.
@Suite struct FilledLinkTests {
  /// Plays pictures without an end for some seconds.
  ///
  /// - Parameters:
  ///   - rhythm: the time from one moment at which the terminal reads and answers to the next; zero for none.
  ///   - stall: when the link carries nothing for 150 ms.
  /// - Returns: the share of the link that was used after four seconds, and the longest time for which a byte waited.
  private func play(
    _ bytesPerSecond: Double, roundTrip: Duration, rhythm: Duration = .zero, seconds: Int = 8,
    stall: Duration? = nil
  ) -> (use: Double, wait: Double) {
    var flow = FrameFlow(framesPerSecond: 60, isLocal: false)
    flow.expectAnswers(true)
    var link = SimulatedLink(bytesPerSecond: bytesPerSecond, roundTrip: roundTrip)
    link.rhythm = rhythm
    var (used, wait) = (0, 0.0)
    flow.requestFrame(at: .zero)
    for millisecond in 0..<(1_000 * seconds) {
      let now = Duration.milliseconds(millisecond)
      if now == stall { link.pause(until: now + .milliseconds(150)) }
      flow.answered(link.takeAnswers(until: now).count, at: now)
      guard flow.startFrame(at: now) != nil else { continue }
      let allowance = flow.gate.allowance(isMoving: millisecond == 0)
      let part = min(allowance.bytes, max(allowance.pictureBytes, 6_000))
      if millisecond >= 4_000 {
        used += part
        wait = max(wait, link.queued(at: now) / bytesPerSecond)
      }
      link.send(part, at: now)
      flow.presented(bytes: part, isComplete: false, isWritten: true, at: now)
    }
    return (Double(used) / (Double(seconds - 4) * bytesPerSecond), wait)
  }

  @Test(arguments: [125_000, 400_000, 1_250_000], [0, 3, 10])
  func `pictures fill a slow link, whenever its terminal answers`(rate: Double, rhythm: Int) {
    for roundTrip in [20, 100] {
      let (use, wait) = play(
        rate, roundTrip: .milliseconds(roundTrip), rhythm: .milliseconds(rhythm))
      #expect(use > 0.6, "\(roundTrip) ms")
      #expect(wait < 0.1, "a byte that is sent can't be taken back")
    }
  }

  @Test(arguments: [125_000, 1_250_000])
  func `a stall while the round trip is measured again fills no queue`(rate: Double) {
    for offset in 0..<8 {
      let stall = Duration.milliseconds(9_950 + 30 * offset)
      let (use, wait) = play(rate, roundTrip: .milliseconds(20), seconds: 12, stall: stall)
      #expect(use > 0.6 && wait < 0.3, "\(stall)")
    }
  }
}
