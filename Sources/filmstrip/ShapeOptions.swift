import ArgumentParser
import PlaceholderServer

/// The options for delaying, slowing and failing the placeholder server's answers.
struct ShapeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Milliseconds before each answer (default: 0; the demo on a terminal: 120).")
  var latency: Int?

  @Option(
    parsing: .unconditional,
    help:
      "Milliseconds by which the latency varies, both ways (default: 0; the demo on a terminal: 40)."
  )
  var jitter: Int?

  @Option(
    parsing: .unconditional,
    help: "Bytes a second of each connection, with K, M or G (default: unlimited).",
    transform: Magnitude.value)
  var bandwidth: Int?

  @Option(
    parsing: .unconditional,
    help: "Bytes a second that all connections share, with K, M or G (default: unlimited).",
    transform: Magnitude.value)
  var linkBandwidth: Int?

  @Option(parsing: .unconditional, help: "Share of requests that fail, 0 to 1.")
  var failRate: Double?

  @Option(
    parsing: .unconditional,
    help: "Seed of latency and failures; the same seed gives the same (default: 0).")
  var seed: UInt64?

  /// - Parameter hasOtherSeed: whether the seed is for something else.
  func isGiven(besidesSeed hasOtherSeed: Bool = false) -> Bool {
    latency != nil || jitter != nil || bandwidth != nil || linkBandwidth != nil || failRate != nil
      || (seed != nil && !hasOtherSeed)
  }

  func validate() throws {
    for (name, value) in [("--latency", latency), ("--jitter", jitter)] {
      if let value, !(0...600_000).contains(value) {
        throw ValidationError("\(name) takes 0 to 600000 milliseconds")
      }
    }
    if let failRate, !(0...1).contains(failRate) {
      throw ValidationError("--fail-rate takes 0 to 1")
    }
    for (name, rate) in [("--bandwidth", bandwidth), ("--link-bandwidth", linkBandwidth)]
    where rate == 0 {
      throw ValidationError("\(name) takes 1 or more")
    }
    if bandwidth != nil, linkBandwidth != nil {
      throw ValidationError("--bandwidth and --link-bandwidth exclude each other")
    }
  }

  /// The requested shape.
  ///
  /// - Parameter usual: the values for missing options; a given latency has no default jitter.
  func shape(over usual: ServerShape) -> ServerShape {
    var shape = usual
    if let latency {
      shape.latency = .milliseconds(latency)
      shape.jitter = .zero
    }
    if let jitter { shape.jitter = .milliseconds(jitter) }
    shape.bandwidth = bandwidth
    shape.linkBandwidth = linkBandwidth
    if let failRate { shape.failRate = failRate }
    if let seed { shape.seed = seed }
    return shape
  }
}
