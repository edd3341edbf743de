import GalleryCore
import PrefetchLab
import Prefetching
import Raster
import Recordings
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

  @Test func `files of another machine come as from a server`() {
    func link(isMounted: Bool) -> Link {
      Link(
        name: "far", latency: .seconds(1), bandwidth: 100_000, connections: 2, isMounted: isMounted)
    }
    let outcomes = [false, true].map { outcome(AdaptivePolicy(), over: link(isMounted: $0)) }
    #expect(outcomes[0].blankBeforeKeysTileMs == outcomes[1].blankBeforeKeysTileMs)
    // More files are read at a time than the gallery asks for ahead.
    let wide = Link(
      name: "far", latency: .seconds(1), bandwidth: 1_000_000, connections: 16, isMounted: true)
    #expect(wide.slots == 6 && wide.capacity == 16)
  }

  @Test func `without prefetching nothing is wasted that could arrive in time`() {
    let outcome = outcome(OffPolicy(), over: Link.library[0])
    #expect(outcome.wastedBytes == 0)
    #expect(outcome.ledger.announced == 0)
    #expect(outcome.blankTileMs > 0)
  }

  @Test func `ends are jumps, lines and pages are not, and pictures are known from there on`() {
    let keys: [Key] = [.down, .pageDown, .pageDown, .pageUp, .end, .pageUp, .home, .down]
    let recording = SessionRecording(
      screen: CellSize(columns: 80, rows: 24), itemCount: 2_000,
      moments: keys.indices.map { .init(at: .seconds(1 + $0), .key(keys[$0])) }, end: .seconds(10))
    let link = Link.library[0]
    var simulation = Simulation(
      trace: recording, link: link, policy: AdaptivePolicy(), seed: 1)
    let outcome = simulation.run()
    #expect(outcome.jumps == [.seconds(5), .seconds(7)])
    let known = outcome.demands(over: link, seed: 1, foresight: .untilNextJump)
    for demand in known {
      #expect(demand.release == (demand.item > 1_000 ? .seconds(5) : .zero), "\(demand.item)")
    }
    #expect(outcome.demands(over: link, seed: 1).allSatisfy { $0.release == .zero })
  }

  @Test func `blank time before the first key is counted apart`() {
    let outcome = outcome(OffPolicy(), over: Link.library[0])
    #expect(outcome.blankBeforeKeysTileMs > 0)
    #expect(outcome.blankBeforeKeysTileMs < outcome.blankTileMs)
  }

  @Test func `loads do not change what was on screen`() {
    let off = outcome(OffPolicy(), over: Link.library[4])
    let adaptive = outcome(AdaptivePolicy(), over: Link.library[0])
    #expect(off.showings == adaptive.showings)
    let visible = off.showings.reduce(0) { $0 + $1.share * (($1.to - $1.from) / .milliseconds(1)) }
    #expect(abs(visible - off.visibleTileMs) < 0.001)
  }
}
