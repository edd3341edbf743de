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

@Suite struct FrameProfilerTests {
  private func frame(work milliseconds: Int, late: Int = 0) -> FrameRecord {
    var frame = FrameRecord()
    frame.draw = .milliseconds(milliseconds)
    frame.lateBy = .milliseconds(late)
    return frame
  }

  @Test func `the window keeps the last 600 frames, oldest first`() {
    var profiler = FrameProfiler(budget: .milliseconds(16))
    for index in 0..<650 { profiler.record(frame(work: index)) }
    #expect(profiler.window.map(\.draw) == (50..<650).map { Duration.milliseconds($0) })
    #expect(profiler.last?.draw == .milliseconds(649))
    #expect(profiler.session.count == 650)
  }

  @Test func `percentiles are exact by nearest rank`() {
    let percentiles = Percentiles((1...200).map { Duration.milliseconds($0) })
    #expect(percentiles.p50 == .milliseconds(100))
    #expect(percentiles.p99 == .milliseconds(198))
    #expect(percentiles.max == .milliseconds(200))
    #expect(Percentiles([]).max == .zero)
  }

  @Test func `late and over budget frames are counted apart`() {
    var profiler = FrameProfiler(budget: .milliseconds(10))
    profiler.record(frame(work: 11))
    profiler.record(frame(work: 1, late: 20))
    profiler.record(frame(work: 2))
    #expect(profiler.session.overBudget == 1)
    #expect(profiler.session.late == 1)
    // 20 ms late over three budgets of 10 ms and those 20 ms.
    #expect(profiler.session.hitchMillisecondsPerSecond == 400)
  }

  @Test func `session percentiles are within a hundredth`() {
    var profiler = FrameProfiler(budget: .milliseconds(10))
    for index in 1...1_000 { profiler.record(frame(work: index)) }
    let p99 = profiler.session.work.milliseconds(atPercentile: 99)
    #expect((980...1_000).contains(p99))
  }
}
