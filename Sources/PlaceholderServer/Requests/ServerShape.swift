import SimulationModels

/// The simulated behavior of the link to the server.
///
/// Delays and failures depend only on the seed and the URL, in any order of requests.
package struct ServerShape: Hashable, Sendable {
  /// The mean time before the first byte of an answer; zero by default, 600 s at most.
  package var latency: Duration

  /// The largest deviation of a delay from `latency`, uniformly distributed; zero by default.
  package var jitter: Duration

  /// The bytes of a body per second and connection; nil, the default, for no limit.
  package var bandwidth: Int?

  /// The bytes of bodies per second of all connections together; nil, the default, for no limit.
  ///
  /// Sending connections have equal shares. A response with its own rate, by `bandwidth` or a drip, is not included.
  package var linkBandwidth: Int?

  /// The outages of the link of `linkBandwidth`; nil, the default, for none.
  ///
  /// They are counted from the first requested picture. Delays stop during outages, as bytes do. A response with its
  /// own rate has no outages.
  package var outages: Outages?

  /// The additional delay of the first response of each connection, as for a handshake; zero by default.
  package var connecting: Duration

  /// The share of pictures answered with status 500, from 0, the default, to 1.
  package var failRate: Double

  /// The seed of delays and failures.
  package var seed: UInt64

  package init(
    latency: Duration = .zero, jitter: Duration = .zero, bandwidth: Int? = nil,
    linkBandwidth: Int? = nil, outages: Outages? = nil, connecting: Duration = .zero,
    failRate: Double = 0, seed: UInt64 = 0
  ) {
    self.latency = latency
    self.jitter = jitter
    self.bandwidth = bandwidth
    self.linkBandwidth = linkBandwidth
    self.outages = outages
    self.connecting = connecting
    self.failRate = failRate
    self.seed = seed
  }

  /// The delay and the failure of a URL.
  func conduct(for target: String) -> (delay: Duration, fails: Bool) {
    var random = SeededGenerator(seed: seed, text: target)
    let offset = Self.bounded(jitter) * Double.random(in: -1...1, using: &random)
    let delay = Self.bounded(Self.bounded(latency) + offset)
    return (delay, Double.random(in: 0..<1, using: &random) < failRate)
  }

  static func bounded(_ wait: Duration) -> Duration {
    min(max(.zero, wait), Faults.longestWait)
  }
}
