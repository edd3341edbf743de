import SimulationModels
import Testing

@testable import PrefetchLab

@Suite struct SimulatedLinkTests {
  @Test func `a transfer resumes after an outage`() {
    let outages = Outages(every: .seconds(16), lasting: .seconds(4))
    var link = SimulatedLink(
      Link(name: "some", latency: .seconds(1), bandwidth: 1_000, outages: outages), seed: 1)
    _ = link.advance(to: .milliseconds(15_500))
    link.startTransfer(of: 1, bytes: 2_000)
    #expect(link.nextSignal == .milliseconds(20_500))
    #expect(link.advance(to: .milliseconds(20_500)) == [.opened(item: 1, after: .seconds(5))])
    #expect(link.advance(to: .milliseconds(22_500)) == [.completed(item: 1, after: .seconds(2))])
  }
}
