import TestSupport
import Testing

@testable import PrefetchLab

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

  @Test func `what is on its way in an outage goes on afterwards`() {
    var link = SimulatedLink(
      Link(name: "some", latency: .seconds(1), bandwidth: 1_000, outages: outages), seed: 1)
    _ = link.advance(to: .milliseconds(15_500))
    link.start(1, bytes: 2_000)
    #expect(link.nextSignal == .milliseconds(20_500))
    #expect(link.advance(to: .milliseconds(20_500)) == [.opened(item: 1, after: .seconds(5))])
    #expect(link.advance(to: .milliseconds(22_500)) == [.completed(item: 1, after: .seconds(2))])
  }
}
