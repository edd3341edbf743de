import FramePacing
import Raster
import Testing

@Suite struct FrameProfilerTests {
  private static let budget = Duration.milliseconds(16)
  private var profiler = FrameProfiler(budget: budget)

  private func frame(
    work milliseconds: Double = 1, overrun: Double = -10, at now: Duration = .zero
  ) -> FrameRecord {
    var frame = FrameRecord()
    frame.times.draw = .milliseconds(milliseconds)
    frame.overrun = .milliseconds(overrun)
    frame.presentedAt = now
    return frame
  }

  @Test mutating func `the latest 600 frames are kept, newest first`() {
    for index in 0..<650 { profiler.record(frame(work: Double(index))) }
    #expect(
      profiler.latest.map(\.times.draw) == (50..<650).reversed().map { Duration.milliseconds($0) })
    #expect(profiler.latest.map(\.number) == (51...650).reversed())
    #expect(profiler.last?.times.draw == .milliseconds(649))
    #expect(profiler.session.count == 650)
  }

  @Test func `percentiles are exact by nearest rank`() {
    let percentiles = Percentiles((1...200).map { Duration.milliseconds($0) })
    #expect(percentiles.p50 == .milliseconds(100))
    #expect(percentiles.p99 == .milliseconds(198))
    #expect(percentiles.max == .milliseconds(200))
    #expect(Percentiles([3.0, 1, 2]).p50 == 2)
    #expect(Percentiles<Duration>([]).max == .zero)
  }

  @Test mutating func `late and over budget frames are counted apart`() {
    profiler.record(frame(work: 17))
    profiler.record(frame(work: 1, overrun: 32))
    profiler.record(frame(work: 2))
    #expect(profiler.session.overBudget == 1)
    #expect(profiler.session.late == 1)
    // 32 ms late over three budgets of 16 ms and those 32 ms.
    #expect(profiler.session.hitches.millisecondsPerSecond == 400)
  }

  @Test mutating func `session percentiles are within a hundredth`() {
    for index in 1...1_000 { profiler.record(frame(work: Double(index))) }
    let p99 = profiler.session.work.milliseconds(atPercentile: 99)
    #expect((980...1_000).contains(p99))
  }

  @Test mutating func `frames without an overlay don't count for its time`() {
    for index in 0..<100 {
      var frame = frame()
      if index < 3 { frame.times.overlay = .microseconds(200) }
      profiler.record(frame)
    }
    let overlay = profiler.session.phases.overlay
    #expect(overlay.count == 3 && overlay.milliseconds(atPercentile: 50) == 0.2)
    #expect(profiler.session.phases.draw.count == 100)
  }

  @Test mutating func `the worst ten frames are kept, worst first`() {
    for overrun in 1...100 { profiler.record(frame(overrun: Double(overrun * 37 % 101))) }
    #expect(profiler.worst.frames.map(\.overrun) == (91...100).reversed().map { .milliseconds($0) })
  }

  @Test mutating func `an answer tells how long the terminal took, without the link's time`() {
    for number in 1...3 {
      var frame = frame(at: .milliseconds(number * 16))
      frame.linkNumber = number
      profiler.record(frame)
    }
    profiler.answered(2, at: .milliseconds(52), roundTrip: .milliseconds(8))
    profiler.answered(7, at: .milliseconds(60), roundTrip: .milliseconds(8))
    #expect(profiler.latest.map(\.terminal) == [nil, .milliseconds(12), nil])
  }

  // MARK: - Blame

  @Test(arguments: [FramePhase.input, .update, .draw, .present])
  func `a long phase of the program is to blame`(phase: FramePhase) {
    var frame = FrameRecord()
    switch phase {
    case .input: frame.times.input = .milliseconds(30)
    case .update: frame.times.update = .milliseconds(30)
    case .draw: frame.times.draw = .milliseconds(30)
    default: frame.times.present = .milliseconds(30)
    }
    frame.overrun = .milliseconds(15)
    #expect(frame.blame(budget: Self.budget) == phase)
  }

  @Test(arguments: [FramePhase.linkWait, .terminalWait])
  func `a wait is to blame, and has its own time`(phase: FramePhase) {
    var frame = frame(work: 5, overrun: 60)
    frame.wait.time = .milliseconds(70)
    frame.wait.phase = phase
    #expect(frame.blame(budget: Self.budget) == phase)
    let other = phase == .linkWait ? frame.terminalWait : frame.linkWait
    #expect(frame.linkWait + frame.terminalWait == .milliseconds(70) && other == .zero)
    #expect(frame.cpuWait(budget: Self.budget) == .milliseconds(1))
  }

  @Test func `the parts of a frame add up to its time, and work before it was due is left out`() {
    var frame = frame(work: 5, overrun: 2)
    frame.times.update = .milliseconds(40)
    frame.times.present = .milliseconds(3)
    let parts = frame.parts(budget: Self.budget)
    #expect(parts.reduce(.zero) { $0 + $1.time } == .milliseconds(18))
    #expect(parts.map(\.phase) == [.cpuWait, .input, .update, .linkWait, .draw, .present])
    #expect(parts.map { $0.time / .milliseconds(1) } == [0, 0, 10, 0, 5, 3])
    #expect(frame.elapsed(budget: Self.budget) == .milliseconds(18))
  }

  @Test func `time that no phase took was another program's`() {
    #expect(frame(work: 2, overrun: 40).blame(budget: Self.budget) == .cpuWait)
  }

  // MARK: - Motion

  @Test mutating func `rates count only the time in which something moved`() throws {
    var now = Duration.zero
    for _ in 0..<4 {
      for _ in 0..<30 {
        now += .milliseconds(20)
        profiler.record(frame(overrun: 4, at: now))
      }
      now += .seconds(10)
    }
    now -= .seconds(10)
    let motion = try #require(profiler.motion(at: now + .milliseconds(100)))
    #expect(motion.framesPerSecond.rounded() == 50 && motion.onePercentLow.rounded() == 50)
    #expect(profiler.restsAt == now + .milliseconds(500))
    #expect(profiler.motion(at: now + .milliseconds(500)) == nil)
    #expect(profiler.latestMotion == motion)
    profiler.record(frame(at: now + .milliseconds(500)))
    #expect(profiler.restsAt == nil, "that frame has said so")
  }

  @Test
  mutating func
    `the slowest hundredth is a mean of rates, and a late frame counts however long it took`()
    throws
  {
    var now = Duration.zero
    for index in 0...200 {
      let isLate = index == 70 || index == 140
      let lateness = index == 70 ? 20 : 160
      now += .milliseconds(isLate ? lateness + 10 : 10)
      profiler.record(frame(overrun: isLate ? Double(lateness) : -6, at: now))
    }
    let motion = try #require(profiler.motion(at: now))
    #expect(motion.onePercentLow.rounded() == 10)
  }

  @Test mutating func `pauses between keys lower no rate, and a late frame does`() throws {
    var now = Duration.zero
    for index in 0..<40 {
      now += .milliseconds(index.isMultiple(of: 4) ? 90 : 30)
      profiler.record(frame(overrun: -10, at: now))
    }
    let steady = try #require(profiler.motion(at: now))
    #expect(steady.framesPerSecond == 62.5 && steady.onePercentLow == 62.5)
    now += .milliseconds(120)
    profiler.record(frame(overrun: 84, at: now))
    // It took 100 ms from when it was due.
    #expect(try #require(profiler.motion(at: now)).onePercentLow.rounded() == 10)
  }

  @Test mutating func `a frame that is late after a rest belongs to no motion`() throws {
    for index in 0...60 { profiler.record(frame(at: .milliseconds(index * 10))) }
    profiler.record(frame(overrun: 1, at: .seconds(10)))
    #expect(profiler.last?.interval == nil)
    #expect(profiler.motion(at: .seconds(10)) == nil)
    let motion = try #require(profiler.latestMotion)
    #expect(motion.framesPerSecond.rounded() == 100 && motion.onePercentLow.rounded() == 100)
  }

  @Test mutating func `a few frames have no rate`() {
    for index in 1...10 { profiler.record(frame(at: .milliseconds(index * 16))) }
    #expect(profiler.motion(at: .milliseconds(160)) == nil && profiler.latestMotion == nil)
  }

  @Test mutating func `a steady speed has no animation error, and uneven steps have`() throws {
    var uneven = profiler
    for index in 1...40 {
      var frame = frame(at: .milliseconds(index * 16))
      frame.movedRows = 2
      profiler.record(frame)
      frame.movedRows = index.isMultiple(of: 2) ? 1 : 3
      uneven.record(frame)
    }
    #expect(profiler.latestMotion?.animationError == .zero)
    // A row is worth 8 ms, so every frame is a row too far or too near.
    let error = try #require(uneven.latestMotion?.animationError)
    #expect((7.5...8.5).contains(error / .milliseconds(1)))
  }

  @Test mutating func `frames between two steps only add time to the second`() {
    for index in 1...60 {
      var frame = frame(at: .milliseconds(index * 16))
      frame.movedRows = index.isMultiple(of: 3) ? 4 : 0
      profiler.record(frame)
    }
    #expect(profiler.latestMotion?.animationError == .zero)
  }

  @Test mutating func `a single step has no speed`() {
    for index in 1...60 {
      var frame = frame(at: .milliseconds(index * 16))
      frame.movedRows = index == 40 ? 4 : 0
      profiler.record(frame)
    }
    #expect(profiler.latestMotion != nil && profiler.latestMotion?.animationError == nil)
  }

  @Test(arguments: [(4, HitchRatio.Grade.good), (6, .warning), (9, .warning), (11, .critical)])
  func `hitches have Apple's grades`(milliseconds: Int, grade: HitchRatio.Grade) {
    // A second of frames, and so many milliseconds more.
    let late = Duration.milliseconds(milliseconds)
    #expect(HitchRatio(of: 1_000, lateness: late, budget: .milliseconds(1)).grade == grade)
  }

  @Test func `a key is the cause of a frame that it shares`() {
    #expect(FrameCause.picture(3).over(.key(.down)) == .key(.down))
    #expect(FrameCause.key(.up).over(.key(.down)) == .key(.up), "the latest key")
    #expect(FrameCause.source.over(.time) == .source)
  }
}
