import Seeds

/// How the link to the server behaves.
///
/// Delays and failures are drawn from the seed and the URL alone: the same seed and the same URL
/// have the same delay and the same failure, in whatever order the requests come.
package struct ServerShape: Hashable, Sendable {
  /// The mean time before the first byte of an answer; none by default, 600 s at most.
  package var latency: Duration

  /// How far a delay may lie from `latency` either way, evenly spread; none by default.
  package var jitter: Duration

  /// Bytes of a body per second and connection; nil, the default, sets no limit.
  package var bandwidth: Int?

  /// Bytes of bodies per second of all connections together; nil, the default, sets no limit.
  ///
  /// Those that are sending have equal shares. Answers with a rate of their own, by `bandwidth` or a
  /// drip, keep to that one alone.
  package var linkBandwidth: Int?

  /// The share of pictures answered with status 500, from 0, the default, to 1.
  package var failRate: Double

  /// What the delays and the failures are drawn from.
  package var seed: UInt64

  package init(
    latency: Duration = .zero, jitter: Duration = .zero, bandwidth: Int? = nil,
    linkBandwidth: Int? = nil, failRate: Double = 0, seed: UInt64 = 0
  ) {
    self.latency = latency
    self.jitter = jitter
    self.bandwidth = bandwidth
    self.linkBandwidth = linkBandwidth
    self.failRate = failRate
    self.seed = seed
  }

  /// What one URL meets on this link.
  func conduct(for target: String) -> (delay: Duration, fails: Bool) {
    var random = SeededGenerator(seed: seed, text: target)
    let offset = Self.bounded(jitter) * Double.random(in: -1...1, using: &random)
    let delay = Self.bounded(Self.bounded(latency) + offset)
    return (delay, Double.random(in: 0..<1, using: &random) < failRate)
  }

  private static func bounded(_ wait: Duration) -> Duration {
    min(max(.zero, wait), Faults.longestWait)
  }
}
