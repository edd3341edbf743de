import PrefetchLab
import TestSupport

/// A few demands in whole ticks of 10 ms on a link of 1000 bytes a tick.
struct SmallCase {
  static let tick = Duration.milliseconds(10)
  static let bandwidth = 100_000

  private(set) var demands: [Demand]
  let connections: Int

  /// Makes a case of short latencies, long ones, or both, by the seed.
  init(items: Int, connections: Int, random: inout SeededRandom) {
    self.connections = connections
    let latencies = [0...1, 3...6, 0...5].randomElement(using: &random) ?? 0...1
    demands = (0..<items).map { item in
      var visits: [Visit] = []
      var tick = Int.random(in: 0...13, using: &random)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let end = tick + Int.random(in: 1...6, using: &random)
        let share = Bool.random(using: &random) ? 1 : 0.5
        visits.append(Visit(from: Self.tick * tick, to: Self.tick * end, share: share))
        tick = end + Int.random(in: 1...4, using: &random)
      }
      return Demand(
        item: item, visits: visits,
        latency: Self.tick * Int.random(in: latencies, using: &random),
        bytes: 1000 * Int.random(in: 1...4, using: &random),
        decode: .milliseconds(5 * Int.random(in: 0...1, using: &random)))
    }
  }

  /// Releases demands at one of two ticks, half of them as late as they are seen.
  mutating func release(random: inout SeededRandom) {
    demands = demands.map { demand in
      let isLate = Bool.random(using: &random)
      let release =
        isLate ? demand.visits[0].from : Self.tick * Int.random(in: 0...1, using: &random) * 3
      return Demand(
        item: demand.item, visits: demand.visits, latency: demand.latency, bytes: demand.bytes,
        decode: demand.decode, release: release)
    }
  }

  var bound: ClairvoyantBound {
    ClairvoyantBound(demands: demands, bandwidth: Self.bandwidth, connections: connections)
  }

  var exact: ExactSearch {
    ExactSearch(
      demands: demands, bandwidth: Self.bandwidth, connections: connections, tick: Self.tick)
  }
}
