import TestSupport
import Testing

@testable import Prefetching

@Suite struct OutageMemoryTests {
  private var memory = OutageMemory()

  @Test mutating func `only a wait that is long for this link is an outage, and for a minute`() {
    memory.note(.milliseconds(1_499), at: .zero, usual: .zero)
    memory.note(.seconds(9), at: .zero, usual: nil)
    memory.note(.milliseconds(3_999), at: .zero, usual: .seconds(1))
    #expect(memory.longest(at: .zero) == nil)
    memory.note(.seconds(4), at: .seconds(5), usual: .seconds(1))
    #expect(memory.longest(at: .seconds(5)) == .seconds(4))
    #expect(memory.longest(at: .seconds(65)) == .seconds(4))
    #expect(memory.longest(at: .seconds(66)) == nil)
  }

  @Test(arguments: UInt64(1)...20)
  mutating func `it knows the longest of all waits of the last minute`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var all: [(end: Duration, time: Duration)] = []
    var now = Duration.zero
    for _ in 1...2_000 {
      now += .milliseconds(Int.random(in: 0...9_000, using: &random))
      let time = Duration.milliseconds(Int.random(in: 0...8_000, using: &random))
      memory.note(time, at: now, usual: .zero)
      all.append((now, time))
      let latest = all.suffix(100_000 / 1_000).filter { now - $0.end <= .seconds(60) }
      let longest = latest.map(\.time).filter { $0 >= .milliseconds(1_500) }.max()
      #expect(memory.longest(at: now) == longest)
    }
  }

  @Test mutating func `it stays small, and keeps the longest`() {
    for step in 0..<1_000 {
      memory.note(.seconds(10) - .milliseconds(step), at: .milliseconds(step), usual: .zero)
    }
    #expect(memory.longest(at: .seconds(1)) == .seconds(10))
    #expect(Mirror(reflecting: memory).descendant("waits", 32) == nil)
  }
}
