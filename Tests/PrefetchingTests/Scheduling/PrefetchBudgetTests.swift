import TestSupport
import Testing

@testable import Prefetching

@Suite struct PrefetchBudgetTests {
  @Test(arguments: UInt64(1)...10) func `the held bytes are the sum of the items not released`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var budget = PrefetchBudget(limitBytes: 1_000)
    var model: [Int: Int] = [:]
    for _ in 1...2_000 {
      let item = Int.random(in: 0..<10, using: &random)
      if Bool.random(using: &random) {
        model[item] = Int.random(in: 0...300, using: &random)
        budget.hold(item, bytes: model[item] ?? 0)
      } else {
        model[item] = nil
        budget.release(item)
      }
      #expect(budget.heldBytes == model.values.reduce(0, +))
    }
  }

  @Test func `there is room as long as held and expected bytes stay within the limit`() {
    var budget = PrefetchBudget(limitBytes: 1_000)
    budget.recordSize(100)
    #expect(budget.hasRoom(underWay: 9))
    #expect(!budget.hasRoom(underWay: 10))
    budget.hold(1, bytes: 300)
    #expect(budget.hasRoom(underWay: 6))
    #expect(!budget.hasRoom(underWay: 7))
  }

  @Test func `the size of pictures is learned from all of them`() {
    var budget = PrefetchBudget(limitBytes: 10_000)
    #expect(budget.affordableItems == .max, "nothing is known")
    budget.recordSize(100)
    #expect(budget.affordableItems == 100)
    for _ in 1...100 { budget.recordSize(1_000) }
    #expect(budget.affordableItems == 10)
  }

  @Test func `a limit of 0 has no room`() {
    for limit in [0, -1, .min] {
      #expect(!PrefetchBudget(limitBytes: limit).hasRoom(underWay: 0))
    }
  }

  @Test func `sizes are cut to sensible numbers`() {
    var budget = PrefetchBudget(limitBytes: 1_000)
    for item in 0..<10 { budget.hold(item, bytes: .max) }
    budget.recordSize(.max)
    #expect(budget.heldBytes > 1_000)
    #expect(!budget.hasRoom(underWay: .max - 1))
    for item in 0..<10 { budget.hold(item, bytes: .min) }
    budget.recordSize(.min)
    #expect(budget.heldBytes == 0)
  }
}
