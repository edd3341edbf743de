import TestSupport
import Testing

@testable import Prefetching

@Suite struct RangeSetSearchTests {
  @Test(arguments: UInt64(1)...20) func `a search finds what a scan finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var set = RangeSet<Int>()
    for _ in 1...500 {
      let start = Int.random(in: -50...50, using: &random)
      let range = start..<start + Int.random(in: 0...8, using: &random)
      if Bool.random(using: &random) {
        set.insert(contentsOf: range)
      } else {
        set.remove(contentsOf: range)
      }
      let lower = Int.random(in: -60...60, using: &random)
      let sought = lower..<lower + Int.random(in: 0...30, using: &random)
      #expect(set.first(in: sought) == sought.first(where: set.contains))
      #expect(set.last(in: sought) == sought.last(where: set.contains))
    }
  }

  @Test func `ranges up to the greatest number work`() {
    var set = RangeSet<Int>()
    #expect(set.first(in: .min..<Int.max) == nil && set.last(in: .min..<Int.max) == nil)
    set.insert(contentsOf: .min..<0)
    set.insert(contentsOf: 7..<Int.max)
    #expect(set.first(in: .min..<Int.max) == .min && set.last(in: .min..<Int.max) == .max - 1)
    #expect(set.first(in: 0..<Int.max) == 7 && set.last(in: .min..<7) == -1)
    #expect(set.first(in: 0..<7) == nil && set.last(in: 0..<7) == nil)
    #expect(set.first(in: 9..<9) == nil && set.last(in: 9..<9) == nil)
  }
}
