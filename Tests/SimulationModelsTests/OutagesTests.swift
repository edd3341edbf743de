import SimulationModels
import TestSupport
import Testing

@Suite struct OutagesTests {
  private let outages = Outages(every: .seconds(16), lasting: .seconds(4))

  @Test func `the time of the link stands still while nothing passes`() {
    #expect(outages.linkTime(at: .seconds(15)) == .seconds(15))
    #expect(outages.linkTime(at: .seconds(16)) == .seconds(16))
    #expect(outages.linkTime(at: .seconds(18)) == .seconds(16))
    #expect(outages.linkTime(at: .seconds(21)) == .seconds(17))
    #expect(outages.linkTime(at: .seconds(59)) == .seconds(48))
  }

  @Test(arguments: 1...3) func `an instant of a time of the link has that time`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 {
      let time = Duration.nanoseconds(Int64.random(in: 0..<200_000_000_000, using: &random))
      #expect(outages.linkTime(at: outages.instant(ofLinkTime: time)) == time)
    }
  }
}
