import TestSupport
import Testing

@testable import PrefetchLab

@Suite struct SymlogScaleTests {
  @Test func `places are in order and within the scale, zero included`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let values = (0..<6).map { _ in
        Bool.random(using: &random) ? 0 : Double.random(in: -3...22, using: &random).powerOfTwo
      }
      let startsAtZero = Bool.random(using: &random)
      let scale = SymlogScale(values, knee: 10, startsAtZero: startsAtZero)
      let places = values.sorted().map(scale.position)
      #expect(places == places.sorted())
      #expect(places.allSatisfy { (0...1).contains($0) })
      if startsAtZero { #expect(scale.position(of: 0) == 0) }
    }
  }

  @Test func `ticks are round, apart from each other, and there are some`() {
    for most in [0, 0.3, 7, 90, 4_000, 3e8] {
      let scale = SymlogScale([most / 2, most], knee: 10, startsAtZero: true)
      let ticks = scale.ticks(gap: 0.16)
      let places = ticks.map(scale.position)
      #expect(ticks.first == 0 && ticks.count > 1)
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 0.16 })
    }
  }
}
