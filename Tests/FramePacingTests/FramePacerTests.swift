import Testing

@testable import FramePacing

@Suite struct FramePacerTests {
  @Test func `an idle pacer shows a change at once`() {
    var pacer = FramePacer(framesPerSecond: 50)
    #expect(pacer.nextFrame == nil)
    pacer.requestFrame(at: .milliseconds(7))
    #expect(pacer.nextFrame == .milliseconds(7))
  }

  @Test func `the first frame of all holds back no other`() {
    var pacer = FramePacer(framesPerSecond: 50)
    pacer.requestFrame(at: .zero)
    #expect(pacer.frameStarts(at: .milliseconds(1)) == .milliseconds(20))
    pacer.requestFrame(at: .milliseconds(5))
    #expect(pacer.nextFrame == .milliseconds(5))
    _ = pacer.frameStarts(at: .milliseconds(5))
    pacer.requestFrame(at: .milliseconds(6))
    #expect(pacer.nextFrame == .milliseconds(25))
  }

  @Test func `frames keep a period apart, however many changes there are`() {
    var pacer = startedPacer()
    pacer.requestFrame(at: .milliseconds(0))
    #expect(pacer.frameStarts(at: .milliseconds(1)) == .milliseconds(20))
    pacer.requestFrame(at: .milliseconds(2))
    pacer.requestFrame(at: .milliseconds(9))
    #expect(pacer.nextFrame == .milliseconds(20))
    #expect(pacer.frameStarts(at: .milliseconds(23)) == .milliseconds(40))
  }

  @Test func `a late frame does not shift the grid, a missed one starts a new grid`() {
    var pacer = startedPacer()
    pacer.requestFrame(at: .zero)
    _ = pacer.frameStarts(at: .zero)
    pacer.requestFrame(at: .milliseconds(1))
    _ = pacer.frameStarts(at: .milliseconds(29))
    pacer.requestFrame(at: .milliseconds(30))
    #expect(pacer.nextFrame == .milliseconds(40))
    _ = pacer.frameStarts(at: .milliseconds(75))
    pacer.requestFrame(at: .milliseconds(76))
    #expect(pacer.nextFrame == .milliseconds(95))
  }

  /// A pacer of 50 frames a second after its first frame, a second ago.
  private func startedPacer() -> FramePacer {
    var pacer = FramePacer(framesPerSecond: 50)
    pacer.requestFrame(at: .seconds(-1))
    _ = pacer.frameStarts(at: .seconds(-1))
    return pacer
  }
}
