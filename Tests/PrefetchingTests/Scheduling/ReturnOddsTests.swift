import TestSupport
import Testing

@testable import Prefetching

@Suite struct ReturnOddsTests {
  private var odds = ReturnOdds()

  @Test func `at first one in four is expected to return`() { #expect(odds.chance == 0.25) }

  @Test mutating func `an item that returns raises the chance, one that does not lowers it`() {
    for item in 1...20 { odds.giveUp(item) }
    #expect(odds.chance < 0.1)
    for item in 1...20 { odds.want(item) }
    #expect(odds.chance > 0.8)
  }

  @Test mutating func `an item returns once for each time that it is given up`() {
    odds.giveUp(1)
    odds.giveUp(1)
    odds.want(1)
    let chance = odds.chance
    odds.want(1)
    odds.want(2)
    #expect(odds.chance == chance)
  }

  @Test(arguments: UInt64(1)...4) mutating func `the chance stays between 0 and 1`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 1...50_000 {
      let item = Int.random(in: 0..<9_000, using: &random)
      if Bool.random(using: &random) { odds.giveUp(item) } else { odds.want(item) }
      guard odds.chance <= 0 || odds.chance > 1 else { continue }
      Issue.record("\(odds.chance)")
      return
    }
  }
}
