import Testing

@testable import Prefetching

/// What is there in a smaller version, in a list of lines of eight rows, three of them on screen.
@Suite struct SmallerVersionTests {
  private var schedule = LoadSchedule(slots: 6, budget: PrefetchBudget(limitBytes: 1_000_000))

  private mutating func starts(
    at position: ScrollPosition, after now: Duration = .seconds(1)
  ) -> [LoadSchedule.Start] {
    schedule.takeStarts(at: position, now: now, headStart: .milliseconds(40))
  }

  private mutating func finish(_ items: Range<Int>, isSmaller: Bool) {
    for item in items {
      schedule.becameReady(item, bytes: 100, isVisible: item < 3)
      if isSmaller { schedule.isSmaller(item) }
    }
  }

  @Test mutating func `the whole version is asked for at rest, of what is on screen`() {
    finish(0..<9, isSmaller: true)
    #expect(schedule.hasWaiting)
    #expect(starts(at: .placed(at: 0, speed: 240)).isEmpty, "the viewport runs")
    let starts = starts(at: .placed(at: 0))
    #expect(starts.map(\.item) == [0, 1, 2])
    #expect(starts.allSatisfy { $0.isUpgrade && $0.isVisible && $0.reduction == 1 })
    #expect(self.starts(at: .placed(at: 0)).isEmpty, "they are under way")
    finish(0..<3, isSmaller: false)
    #expect(self.starts(at: .placed(at: 0)).isEmpty, "they are there")
    #expect(self.starts(at: .placed(at: 8)).map(\.item) == [3])
  }

  @Test mutating func `what is blank comes first, and the whole versions before what is ahead`() {
    schedule = LoadSchedule(slots: 2, budget: PrefetchBudget(limitBytes: 1_000_000))
    finish(0..<2, isSmaller: true)
    schedule.want([2])
    schedule.want([9])
    #expect(starts(at: .placed(at: 0)).map(\.item) == [2])
    finish(2..<3, isSmaller: false)
    #expect(starts(at: .placed(at: 0)).map(\.item) == [0, 1])
    finish(0..<2, isSmaller: false)
    #expect(starts(at: .placed(at: 0), after: .seconds(9)).map(\.item) == [9])
  }

  @Test mutating func `an item that is there in a smaller version counts as ready`() {
    finish(0..<3, isSmaller: true)
    #expect(schedule.countToCome(among: 0..<3) == 0 && !schedule.hasDemand(among: 0..<3))
    _ = starts(at: .placed(at: 0))
    #expect(schedule.countToCome(among: 0..<3) == 0 && schedule.hasDemand(among: 0..<3))
  }

  @Test mutating func `where the whole version fails, the smaller one stays for good`() {
    finish(0..<1, isSmaller: true)
    #expect(starts(at: .placed(at: 0)).map(\.item) == [0])
    schedule.ended(0)
    #expect(starts(at: .placed(at: 0)).isEmpty && !schedule.hasWaiting)
  }

  @Test mutating func `an item that comes on screen with its smaller version is still upgraded`() {
    finish(0..<1, isSmaller: true)
    schedule.want([0])
    #expect(starts(at: .placed(at: 0)).map(\.isUpgrade) == [false])
    schedule.ended(0)
    #expect(starts(at: .placed(at: 0)).map(\.isUpgrade) == [true])
  }

  @Test mutating func `a forgotten item is not upgraded`() {
    finish(0..<3, isSmaller: true)
    schedule.forget(1)
    #expect(starts(at: .placed(at: 0)).map(\.item) == [0, 2])
  }

  // MARK: - Which version

  private func position(_ speed: Double, whole: Double = 6, quarters: Double = 60) -> ScrollPosition
  {
    var position = ScrollPosition.placed(at: 80, speed: speed, time: .milliseconds(300))
    position.conditions.versionRates = VersionRates(
      ofWhole: whole, ofHalves: (whole * quarters).squareRoot(), ofQuarters: quarters)
    return position
  }

  /// At eight rows an item, and 19 halves a second.
  @Test(arguments: [(8.0, 1), (40, 1), (80, 2), (400, 4)])
  mutating func `a run is served by the largest version with which the link keeps up`(
    speed: Double, reduction: Int
  ) {
    schedule.want(13..<60)
    let starts = starts(at: position(speed))
    #expect(!starts.isEmpty && starts.allSatisfy { $0.reduction == reduction })
  }

  @Test(arguments: [6.1, 7])
  mutating func `where latency is the limit, smaller versions are of no use`(quarters: Double) {
    schedule.want(13..<60)
    let starts = starts(at: position(400, quarters: quarters))
    #expect(!starts.isEmpty && starts.allSatisfy { $0.reduction == 1 })
  }

  @Test
  mutating func `what is missing on screen comes smaller where it would take long, even at rest`() {
    schedule.want(10..<20)
    let quick = schedule
    #expect(starts(at: position(0)).map(\.reduction) == [1, 1, 1], "three in half a second")
    schedule = quick
    #expect(starts(at: position(0, whole: 3)).map(\.reduction) == [2, 2, 2])
    schedule = quick
    #expect(starts(at: .placed(at: 80)).map(\.reduction) == [1, 1, 1], "nothing is known")
  }

  @Test mutating func `what is ahead comes whole at rest`() {
    schedule.want(20..<30)
    #expect(starts(at: position(0, whole: 1)).allSatisfy { $0.reduction == 1 })
  }

  @Test func `rates are learned of whole pictures, whichever come`() throws {
    var pipe = PipeEstimate()
    let times = LoadTimes(total: .seconds(1), firstByte: .zero, transfer: .seconds(1))
    for second in 1...4 { pipe.note(times, bytes: 10_000, at: .seconds(second)) }
    let whole = try #require(pipe.versionRates(slots: 6))
    for second in 5...9 {
      pipe.note(times, bytes: 10_000, isSmaller: true, at: .seconds(second))
    }
    #expect(whole.ofWhole == 1 && abs(whole.ofHalves * VersionRates.half - 1) < 1e-9)
    #expect(pipe.versionRates(slots: 6) == whole)
  }
}
