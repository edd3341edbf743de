import GalleryCore
import PrefetchLab
import Prefetching
import Raster
import Recordings
import TestSupport
import Testing

/// Random keys over a random link.
struct RandomCase: CustomTestStringConvertible {
  let seed: UInt64
  let trace: SessionRecording
  let link: Link

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    self.seed = seed
    trace = Self.trace(using: &random)
    link = Self.link(using: &random)
  }

  var testDescription: String { "case \(seed)" }

  func outcome(
    of policy: ComparedPolicy, over link: Link? = nil, cacheBytes: Int = 256 << 20,
    budgetBytes: Int? = nil, observe: ((Observation) -> Void)? = nil
  ) -> Outcome {
    var simulation = Simulation(
      trace: trace, link: link ?? self.link, policy: policy.policy, seed: seed,
      cacheBytes: cacheBytes, budgetBytes: budgetBytes)
    simulation.observe = observe
    return simulation.run()
  }

  /// Runs of a key, quick or slow, with rests between them.
  private static func trace(using random: inout SeededRandom) -> SessionRecording {
    let keys: [Key] = [
      .down, .down, .down, .up, .up, .pageDown, .pageDown, .pageUp, .home, .end, .wheel(1),
      .wheel(-1),
    ]
    var moments: [SessionRecording.Moment] = []
    var now = Int.random(in: 0...1_500, using: &random)
    for _ in 0..<12 {
      let key = keys.randomElement(using: &random) ?? .down
      let gap = [8, 33, 150, 700].randomElement(using: &random) ?? 33
      for _ in 0..<Int.random(in: 1...(gap < 100 ? 60 : 5), using: &random) {
        moments.append(.init(at: .milliseconds(now), .key(key)))
        now += Int.random(in: gap / 2...gap * 3 / 2, using: &random)
      }
      now += Int.random(in: 0...2_000, using: &random)
    }
    return SessionRecording(
      screen: CellSize(
        columns: Int.random(in: 40...130, using: &random),
        rows: Int.random(in: 15...45, using: &random)),
      layout: Bool.random(using: &random) ? .list : .grid,
      itemCount: Int.random(in: 1...600, using: &random), moments: moments,
      end: .milliseconds(now))
  }

  private static func link(using random: inout SeededRandom) -> Link {
    let latency = [1, 10, 60, 300, 2_000].randomElement(using: &random) ?? 60
    return Link(
      name: "some", latency: .milliseconds(latency),
      jitter: .milliseconds(Int.random(in: 0...latency, using: &random)),
      bandwidth: [40_000, 300_000, 2_000_000, 20_000_000].randomElement(using: &random)
        ?? 300_000,
      connections: Int.random(in: 1...8, using: &random),
      streams: Int.random(in: 1...3, using: &random) == 1
        ? Int.random(in: 1...40, using: &random) : nil,
      roundTripsToConnect: [0, 1, 3].randomElement(using: &random) ?? 0,
      stallRate: Bool.random(using: &random) ? 0 : 0.1, stall: .milliseconds(700),
      stallsAnew: Bool.random(using: &random))
  }
}
