import Testing

@testable import PrefetchLab

@Suite struct ChanceTests {
  @Test func `chances are spread evenly, and seed, item and purpose decide them`() {
    let chance = Chance(seed: 7)
    let values = (0..<10_000).map { chance.value(of: $0, 1) }
    #expect(values.allSatisfy { (0..<1).contains($0) })
    for tenth in 0..<10 {
      let count = values.count { Int($0 * 10) == tenth }
      #expect((900...1_100).contains(count))
    }
    #expect(chance.value(of: 3, 1) == values[3])
    #expect(chance.value(of: 3, 2) != values[3])
    #expect(Chance(seed: 8).value(of: 3, 1) != values[3])
  }
}
