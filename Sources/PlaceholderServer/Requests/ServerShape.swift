import LinkModel
import Seeds

/// The behavior of the link to the server.
///
/// Delays and failures are drawn from the seed and the URL alone: the same seed and URL give
/// the same delay and the same failure, in any order of requests.
package struct ServerShape: Hashable, Sendable {
  /// The mean time before the first byte of an answer; zero by default, 600 s at most.
  package var latency: Duration

  /// The greatest difference of a delay from `latency` either way, evenly spread; zero by default.
  package var jitter: Duration

  /// Bytes of a body per second and connection; nil, the default, sets no limit.
  package var bandwidth: Int?

  /// Bytes of bodies per second of all connections together; nil, the default, sets no limit.
  ///
  /// Connections that are sending have equal shares. An answer with a rate of its own, by `bandwidth` or
  /// a drip, keeps to that one alone.
  package var linkBandwidth: Int?

  /// The times in which nothing passes the link of `linkBandwidth`; nil, the default, for never.
  ///
  /// They count from the first picture that is asked for. Delays stand still in them as bytes do. An answer with
  /// a rate of its own knows of none.
  package var outages: Outages?

  /// The time for which the first answer of each connection waits longer, as for a handshake; zero by default.
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
