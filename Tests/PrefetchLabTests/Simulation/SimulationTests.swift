import GalleryCore
import Keys
import PrefetchLab
import Prefetching
import Raster
import Testing

@Suite struct SimulationTests {
  private static let heldKey = SessionRecording(
    screen: CellSize(columns: 80, rows: 24), itemCount: 2_000,
    moments: (0..<100).map { .init(at: .milliseconds(2_000 + 33 * $0), .key(.down)) },
    end: .seconds(14))

  private func outcome(
    _ policy: any PrefetchPolicy, over link: Link, seed: UInt64 = 1
  ) -> Outcome {
    var simulation = Simulation(trace: Self.heldKey, link: link, policy: policy, seed: seed)
    return simulation.run()
  }

  @Test(arguments: Link.library)
  func `the same seed gives the same outcome to the last bit, another one another`(link: Link) {
    let first = outcome(AdaptivePolicy(), over: link)
    #expect(first == outcome(AdaptivePolicy(), over: link))
    #expect(first.receivedBytes != outcome(AdaptivePolicy(), over: link, seed: 2).receivedBytes)
  }

  @Test func `without prefetching nothing is wasted that could arrive in time`() {
    let outcome = outcome(OffPolicy(), over: Link.library[0])
    #expect(outcome.wastedBytes == 0)
    #expect(outcome.ledger.announced == 0)
    #expect(outcome.blankTileMs > 0)
  }

  @Test func `loads do not change what was on screen`() {
    let off = outcome(OffPolicy(), over: Link.library[4])
    let adaptive = outcome(AdaptivePolicy(), over: Link.library[0])
    #expect(off.showings == adaptive.showings)
    let visible = off.showings.reduce(0) { $0 + $1.share * (($1.to - $1.from) / .milliseconds(1)) }
    #expect(abs(visible - off.visibleTileMs) < 0.001)
  }
}
