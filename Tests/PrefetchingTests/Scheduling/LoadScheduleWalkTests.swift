import TestSupport
import Testing

@testable import Prefetching

/// Random steps, each compared with a model of sets and sorting.
@Suite struct LoadScheduleWalkTests {
  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...12)
  func `the schedule starts what sorting by time to visible starts`(seed: UInt64) {
    var walk = ScheduleWalk(seed: seed)
    for step in 1...600 {
      guard let complaint = walk.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(101)...108)
  func `everything wanted starts in the end, if the viewport rests and there is room`(
    seed: UInt64
  ) {
    var walk = ScheduleWalk(seed: seed, limitBytes: 1 << 40)
    for _ in 1...4 {
      for _ in 1...30 { #expect(walk.step() == nil) }
      var rest = walk
      #expect(rest.runDry() == nil)
    }
  }

  @Test(arguments: UInt64(1)...20) func `backward starts what forward does in a mirror`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    for _ in 1...100 {
      let position = ScrollPosition.random(using: &random)
      let count = position.layout.itemCount
      let budget = PrefetchBudget(limitBytes: 1_000_000)
      var there = LoadSchedule(slots: 4, budget: budget)
      var back = there
      for item in 0..<count where Int.random(in: 0...2, using: &random) > 0 {
        there.want([item])
        back.want([count - 1 - item])
      }
      for look in 0..<4 {
        let now = Duration.seconds(look)
        let starts = there.takeStarts(at: position, now: now, headStart: .milliseconds(40))
        let mirrored = back.takeStarts(
          at: position.mirrored, now: now, headStart: .milliseconds(40))
        let isSame =
          Set(starts.map(\.item)) == Set(mirrored.map { count - 1 - $0.item })
          && starts.map(\.timeToVisible) == mirrored.map(\.timeToVisible)
          && there.nextLook == back.nextLook
        #expect(isSame, "seed \(seed): \(starts), \(mirrored)")
        for start in starts where Bool.random(using: &random) {
          there.ended(start.item)
          back.ended(count - 1 - start.item)
        }
      }
    }
  }
}
