import Seeds

/// The way to a server, simple enough to simulate it, to imitate it by a server, and to reason about it.
///
/// A transfer holds one of `connections` from its start to its end. Its first byte comes after its latency.
/// From then on it has an equal share of `bandwidth` with all other transfers past their latency. A stopped
/// transfer must begin again.
package struct Link: Hashable, Sendable {
  package let name: String
  /// The mean time from a request to the first byte of its answer.
  package let latency: Duration
  /// The greatest difference of a latency from the mean either way, evenly spread.
  package let jitter: Duration
  /// The bytes a second of all transfers together.
  package let bandwidth: Int
  /// The number of transfers at a time.
  package let connections: Int
  /// The share of pictures whose transfer stalls once.
  package let stallRate: Double
  /// The length of a stall, after which a lost packet is noticed.
  package let stall: Duration

  package init(
    name: String, latency: Duration, jitter: Duration = .zero, bandwidth: Int, connections: Int = 6,
    stallRate: Double = 0, stall: Duration = .zero
  ) {
    self.name = name
    self.latency = latency
    self.jitter = jitter
    self.bandwidth = max(1, bandwidth)
    self.connections = max(1, connections)
    self.stallRate = stallRate
    self.stall = stall
  }

  /// The latency of a picture: the same at every attempt, so that asking again wins nothing.
  package func latency(of item: Int, seed: UInt64) -> Duration {
    let chance = Chance(seed: seed)
    let offset = jitter * (2 * chance.value(of: item, 1) - 1)
    let isStalled = chance.value(of: item, 2) < stallRate
    return max(.zero, latency + offset) + (isStalled ? stall : .zero)
  }
}

extension Link {
  /// The links of the laboratory.
  ///
  /// Rates and times are of the order that each name stands for. Chrome's developer tools throttle
  /// "Fast 3G" to 1.6 Mbit/s at 562 ms and "4G" to 9 Mbit/s at 165 ms. Their times count all round trips of
  /// a request. The links differ in the kind of shortage.
  package static let library = [
    Link(name: "loopback", latency: .milliseconds(1), bandwidth: 200_000_000),
    Link(name: "lan", latency: .milliseconds(4), jitter: .milliseconds(2), bandwidth: 40_000_000),
    Link(name: "wifi", latency: .milliseconds(25), jitter: .milliseconds(15), bandwidth: 6_000_000),
    lte,
    Link(name: "3g", latency: .milliseconds(300), jitter: .milliseconds(100), bandwidth: 200_000),
    Link(
      name: "lossy", latency: .milliseconds(60), jitter: .milliseconds(30), bandwidth: 1_000_000,
      stallRate: 0.08, stall: .milliseconds(900)),
    Link(name: "4s", latency: .seconds(4), jitter: .milliseconds(400), bandwidth: 1_000_000),
  ]

  /// A mobile network on a good day.
  package static let lte = Link(
    name: "lte", latency: .milliseconds(80), jitter: .milliseconds(40), bandwidth: 2_500_000)
}

/// The sizes of pictures: most are small, a few are very large.
///
/// They have a Pareto distribution of index 1, cut off at 512 KB; its mean is 34 KB. Crovella and Bestavros
/// (1997) found indices between 1.0 and 1.3 for the transfers of the web.
package struct PictureSizes: Hashable, Sendable {
  /// The size of the smallest picture, in bytes.
  package static let least = 8_000
  /// The size of the largest picture, in bytes.
  package static let most = 512_000

  private let chance: Chance

  package init(seed: UInt64) { chance = Chance(seed: seed) }

  package func bytes(of item: Int) -> Int {
    // The inverse of the distribution function: at index 1 it takes no more than a division.
    let beyond = Double(Self.least) / Double(Self.most)
    return Int(Double(Self.least) / (1 - chance.value(of: item, 3) * (1 - beyond)))
  }
}
