import Testing

@testable import Prefetching

/// Lines have eight rows and one item, the viewport has three of them.
@Suite struct LoadScheduleTests {
  private var schedule = LoadSchedule(slots: 6, budget: PrefetchBudget(limitBytes: 1_000_000))
  private let headStart = Duration.milliseconds(40)

  private mutating func want(_ items: Range<Int>) { schedule.want(items) }

  private mutating func end(_ items: [Int]) { items.forEach { schedule.ended($0) } }

  private mutating func starts(
    at position: ScrollPosition, after now: Duration = .zero
  ) -> [LoadSchedule.Start] {
    schedule.takeStarts(at: position, now: now, headStart: headStart)
  }

  private mutating func items(
    at position: ScrollPosition, after now: Duration = .zero
  ) -> [Int] {
    starts(at: position, after: now).map(\.item)
  }

  @Test mutating func `nothing starts if nothing is wanted`() {
    #expect(starts(at: .placed(at: 0)).isEmpty && !schedule.hasWaiting && schedule.nextLook == nil)
  }

  @Test mutating func `visible items start at once, whatever the slots`() {
    schedule = LoadSchedule(slots: 1, budget: PrefetchBudget(limitBytes: 0))
    want(0..<9)
    let starts = starts(at: .placed(at: 8))
    #expect(starts.map(\.item) == [1, 2, 3])
    #expect(starts.allSatisfy { $0.isVisible && $0.timeToVisible == .zero })
  }

  @Test mutating func `without a limit of slots all that is wanted starts at once`() {
    schedule = LoadSchedule(slots: .max, budget: PrefetchBudget(limitBytes: 0))
    want(0..<9)
    #expect(items(at: .placed(at: 16)) == [2, 3, 4, 5, 6, 7, 8, 0, 1])
    #expect(!schedule.hasWaiting && schedule.nextLook == nil)
  }

  @Test
  mutating func `visible items have the link for themselves, and the others are looked at again`()
    throws
  {
    want(0..<9)
    #expect(items(at: .placed(at: 0)) == [0, 1, 2])
    let look = try #require(schedule.nextLook)
    #expect(items(at: .placed(at: 0), after: look - .milliseconds(1)).isEmpty)
    #expect(schedule.nextLook == look)
    #expect(items(at: .placed(at: 0), after: look) == [3, 4, 5], "all slots")
    #expect(schedule.nextLook == nil)
  }

  @Test(arguments: [(true, 15), (false, 5)])
  mutating func `where one connection carries all loads, sixteen are under way`(
    isMultiplexed: Bool, expected: Int
  ) {
    var position = ScrollPosition.placed(at: 0)
    position.conditions.isMultiplexed = isMultiplexed
    want(3..<30)
    #expect(items(at: position) == Array(3..<3 + expected), "one is left for what is visible")
  }

  @Test mutating func `after the visible items, those ahead have all slots but one`() {
    want(0..<30)
    #expect(items(at: .placed(at: 0)) == [0, 1, 2])
    end([0, 1])
    #expect(items(at: .placed(at: 0)).isEmpty)
    end([2])
    #expect(items(at: .placed(at: 0)) == [3, 4, 5, 6, 7])
    #expect(items(at: .placed(at: 0)).isEmpty)
    end([4])
    #expect(items(at: .placed(at: 0)) == [8])
  }

  @Test mutating func `the nearest starts first, and the way back counts as farther`() {
    want(35..<75)
    end(Array(50..<53))
    #expect(items(at: .placed(at: 400)) == [53, 49, 54, 55, 56])
    end([53, 49, 54, 55, 56])
    #expect(items(at: .placed(at: 400, speed: -1)) == [48, 47, 46, 45, 44])
  }

  @Test(arguments: [ScrollDirection.forward, .backward])
  mutating func
    `where no direction is known both sides start alike, that of the next movement first`(
      direction: ScrollDirection
    )
  {
    want(35..<75)
    end(Array(50..<53))
    let starts = items(at: .placed(at: 400, direction: direction, isDirectionKnown: false))
    #expect(starts == (direction == .forward ? [53, 49, 54, 48, 55] : [49, 53, 48, 54, 47]))
  }

  @Test mutating func `in a run, items that will have left are passed over, and picked up at rest`()
  {
    want(50..<90)
    // 40 rows, or five items, in the time that a load takes.
    let run = ScrollPosition.placed(at: 400, speed: 200, time: .milliseconds(200))
    #expect(items(at: run) == [55, 56, 57, 58, 59])
    #expect(
      items(at: .placed(at: 400, time: .milliseconds(500)), after: .seconds(9)) == [50, 51, 52])
  }

  @Test mutating func `before the first load has ended, no load is hopeless`() {
    want(50..<90)
    #expect(items(at: .placed(at: 400, speed: 4_000)) == [50, 51, 52])
  }

  @Test mutating func `in a run the head start is as long as the visible items need`() throws {
    want(50..<90)
    let run = ScrollPosition.placed(at: 400, speed: 10)
    #expect(items(at: run, after: .seconds(1)) == [50, 51, 52])
    #expect(schedule.nextLook == .seconds(1) + headStart * 3)
    end([50])
    #expect(items(at: run, after: .seconds(1)).isEmpty)
    #expect(schedule.nextLook == .seconds(1) + headStart * 2)
  }

  @Test mutating func `without a clock there is no head start`() {
    want(0..<9)
    let starts = schedule.takeStarts(at: .placed(at: 0), now: nil, headStart: headStart)
    #expect(starts.map(\.item) == [0, 1, 2, 3, 4, 5] && schedule.nextLook == nil)
  }

  // MARK: - The budget

  @Test mutating func `held and expected items stay within the budget`() {
    schedule = LoadSchedule(slots: 6, budget: PrefetchBudget(limitBytes: 450))
    schedule.becameReady(1, bytes: 100, isVisible: true)
    want(3..<30)
    #expect(items(at: .placed(at: 0)) == [3, 4, 5, 6])
    for item in 3...5 { schedule.becameReady(item, bytes: 100, isVisible: false) }
    #expect(schedule.budget.heldBytes == 300)
    #expect(items(at: .placed(at: 0)).isEmpty, "three are held, one is on its way")
    schedule.shown(3)
    #expect(items(at: .placed(at: 0)) == [7])
    schedule.forget(4)
    #expect(items(at: .placed(at: 0)) == [8])
  }

  @Test mutating func `visible items need no room in the budget`() {
    schedule = LoadSchedule(slots: 6, budget: PrefetchBudget(limitBytes: 10))
    schedule.becameReady(9, bytes: 100, isVisible: false)
    want(0..<9)
    #expect(items(at: .placed(at: 0)) == [0, 1, 2])
  }

  // MARK: - Loads under way

  @Test mutating func `a load under way is not asked for again until it has ended`() {
    want(0..<3)
    #expect(items(at: .placed(at: 0)) == [0, 1, 2])
    want(0..<3)
    #expect(!schedule.hasWaiting && schedule.countToCome(among: 1..<2) == 1)
    schedule.ended(1)
    #expect(schedule.countToCome(among: 1..<2) == 0)
    schedule.want([1])
    #expect(schedule.countToCome(among: 1..<2) == 1)
    #expect(items(at: .placed(at: 0)) == [1])
  }

  @Test mutating func `a forgotten item does not start`() {
    want(0..<3)
    schedule.forget(1)
    #expect(items(at: .placed(at: 0)) == [0, 2])
    schedule.forget(2)
    #expect(schedule.countToCome(among: 0..<1) == 1 && schedule.countToCome(among: 1..<9) == 0)
  }

  @Test mutating func `an item beyond every content is no item`() {
    schedule.want([.max])
    #expect(!schedule.hasWaiting)
    schedule.forget(.max)
    schedule.ended(.max)
    schedule.becameReady(.max, bytes: 1, isVisible: false)
    #expect(items(at: .placed(at: 0)).isEmpty)
  }
}
