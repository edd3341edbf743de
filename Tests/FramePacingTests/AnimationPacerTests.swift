import TestSupport
import Testing

@testable import FramePacing

@Suite struct AnimationPacerTests {
  private let tenth = Duration.milliseconds(100)

  @Test func `frames that are there in time are shown at their times`() {
    var pacer = AnimationPacer()
    #expect(pacer.turn(lasting: tenth, at: .seconds(1)) == .show(at: .seconds(1)))
    #expect(pacer.turn(lasting: tenth, at: .milliseconds(1_010)) == .show(at: .milliseconds(1_100)))
    #expect(pacer.turn(lasting: tenth, at: .milliseconds(1_150)) == .show(at: .milliseconds(1_200)))
  }

  @Test func `a late frame is shown at once as long as its time is not over, and no time is lost`()
  {
    var pacer = AnimationPacer()
    _ = pacer.turn(lasting: tenth, at: .zero)
    #expect(pacer.turn(lasting: tenth, at: .milliseconds(160)) == .show(at: .milliseconds(160)))
    #expect(pacer.turn(lasting: tenth, at: .milliseconds(170)) == .show(at: .milliseconds(200)))
  }

  @Test func `a frame whose time is over is left out`() {
    var pacer = AnimationPacer()
    _ = pacer.turn(lasting: tenth, at: .zero)
    #expect(pacer.turn(lasting: tenth, at: .milliseconds(210)) == .leaveOut)
    #expect(pacer.turn(lasting: tenth, at: .milliseconds(220)) == .show(at: .milliseconds(220)))
  }

  @Test func `on a machine that is too slow the picture plays slower, but plays`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<100 {
      var pacer = AnimationPacer()
      var now = Duration.zero
      var lastShown = Duration.zero
      for _ in 0..<200 {
        let length = Duration.milliseconds(Int.random(in: 11...100, using: &random))
        if case .show(let at) = pacer.turn(lasting: length, at: now) {
          #expect(at >= now)
          #expect(at >= lastShown)
          lastShown = at
        }
        let decoding = Duration.milliseconds(Int.random(in: 1...300, using: &random))
        now = max(now, lastShown) + decoding
        #expect(now - lastShown < Constants.Animation.longestGap + .milliseconds(600))
      }
    }
  }
}
