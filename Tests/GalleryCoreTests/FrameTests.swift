import Testing

@testable import GalleryCore

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

@Suite struct TileClockTests {
  private func tally(visible: Double, blank: Double, ready: Int = 0) -> TileClock.Tally {
    var tally = TileClock.Tally()
    tally.visible = visible
    tally.blank = blank
    tally.readyTiles = ready
    return tally
  }

  @Test func `blank tiles count for as long as their frame is shown`() {
    var clock = TileClock()
    clock.frameShown(
      tally(visible: 3, blank: 3), visible: 0..<3, settled: { _ in false }, at: .milliseconds(10))
    clock.frameShown(
      tally(visible: 3, blank: 1.5, ready: 1), visible: 0..<3, settled: { $0 == 0 },
      at: .milliseconds(30))
    clock.advance(to: .milliseconds(40))
    #expect(clock.blankTileMilliseconds == 3 * 20 + 1.5 * 10)
    #expect(clock.visibleTileMilliseconds == 90)
    #expect(clock.firstPicture == .milliseconds(30))
    #expect(clock.screenComplete == nil)
  }

  @Test func `the first screen is complete when each of its tiles was settled on screen`() {
    var clock = TileClock()
    clock.frameShown(
      tally(visible: 2, blank: 2), visible: 0..<2, settled: { _ in false }, at: .zero)
    clock.frameShown(
      tally(visible: 2, blank: 1), visible: 0..<2, settled: { $0 == 0 }, at: .milliseconds(5))
    clock.frameShown(
      tally(visible: 2, blank: 0), visible: 1..<3, settled: { _ in true }, at: .milliseconds(9))
    #expect(clock.screenComplete == .milliseconds(9))
  }
}

@Suite struct FiguresTests {
  @Test func `figures have a fixed number of decimals`() {
    #expect(1.005.text(decimals: 2) == "1.00" || 1.005.text(decimals: 2) == "1.01")
    #expect(0.04.text(decimals: 1) == "0.0")
    #expect((-2.5).text(decimals: 1) == "-2.5")
    #expect(12.0.text(decimals: 0) == "12")
    #expect(Double.infinity.text(decimals: 2) == "–")
    #expect(byteText(12_345) == "12.3 KB")
  }

  @Test func `words are wrapped and over-long ones cut`() {
    #expect(wrapped("the server answered 404", columns: 10) == ["the server", "answered", "404"])
    #expect(wrapped("abcdefghij", columns: 4) == ["abcd"])
    #expect(wrapped("a", columns: 0) == [])
  }
}
