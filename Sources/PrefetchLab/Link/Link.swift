import SimulationModels

/// A model of the path to a server, simple enough to simulate, to imitate by a server, and to reason about.
///
/// A transfer holds one of `connections` from its start to its end. Its first byte arrives after its latency. From then
/// on it has an equal share of `bandwidth` with all other transfers past their latency. A stopped transfer must start
/// again, and closes its connection if connections have to be opened.
package struct Link: Hashable, Sendable {
  package let name: String
  /// The mean time from a request to the first byte of its answer.
  package let latency: Duration
  /// The largest deviation of a latency from the mean, uniformly distributed.
  package let jitter: Duration
  /// The bytes per second of all transfers together.
  package let bandwidth: Int
  /// The most connections of a client at a time; each carries one transfer.
  package let connections: Int
  /// The parallel transfers over the only connection, as in HTTP/2; nil if there are several connections.
  package let streams: Int?
  /// The time to open a connection in mean latencies: 1 with TCP, 3 with TLS, 0 if it is already open.
  package let roundTripsToConnect: Int
  /// The share of pictures whose transfer stalls once.
  package let stallRate: Double
  /// The length of a stall, after which a lost packet is detected.
  package let stall: Duration
  /// Whether each attempt may stall anew; otherwise a picture stalls at every attempt, or at none.
  package let stallsAnew: Bool
  /// The intervals in which nothing arrives; nil without any.
  package let outages: Outages?
  /// Whether it is a mounted folder of another machine, with files instead of transfers.
  package let isMounted: Bool

  package init(
    name: String, latency: Duration, jitter: Duration = .zero, bandwidth: Int, connections: Int = 6,
    streams: Int? = nil, roundTripsToConnect: Int = 0, stallRate: Double = 0,
    stall: Duration = .zero, stallsAnew: Bool = false, outages: Outages? = nil,
    isMounted: Bool = false
  ) {
    self.name = name
    self.latency = latency
    self.jitter = jitter
    self.bandwidth = max(1, bandwidth)
    self.connections = min(max(1, connections), max(1, streams ?? .max))
    self.streams = streams.map { max(1, $0) }
    self.roundTripsToConnect = max(0, roundTripsToConnect)
    self.stallRate = stallRate
    self.stall = stall
    self.stallsAnew = stallsAnew
    self.outages = outages
    self.isMounted = isMounted
  }
}

extension Link {
  /// The gallery's parallel loads: six for files, as for a server, though more are read in parallel.
  package var slots: Int { isMounted ? min(connections, 6) : connections }

  /// The parallel transfers.
  package var capacity: Int { streams ?? connections }

  /// Whether it keeps up with scrolling: LTE or better.
  package var isQuick: Bool {
    latency <= .milliseconds(80) && bandwidth >= 2_500_000 && stallRate == 0
      && roundTripsToConnect == 0 && outages == nil && !isMounted
  }

  /// The same link with connections already open.
  package var withoutHandshake: Link {
    Link(
      name: name, latency: latency, jitter: jitter, bandwidth: bandwidth,
      connections: connections, streams: streams, stallRate: stallRate, stall: stall,
      stallsAnew: stallsAnew, outages: outages, isMounted: isMounted)
  }

  /// The time to open a connection.
  package var timeToConnect: Duration { latency * roundTripsToConnect }

  /// The latency of a picture.
  ///
  /// - Parameter attempt: the number of earlier requests for it; matters only if stalls are drawn anew.
  package func latency(of item: Int, attempt: Int = 0, seed: UInt64) -> Duration {
    let isStalled = Chance(seed: seed).value(of: item, draw(of: attempt)) < stallRate
    return latencyWithoutStall(of: item, seed: seed) + (isStalled ? stall : .zero)
  }

  /// The shortest latency of a picture over all attempts.
  package func leastLatency(of item: Int, seed: UInt64) -> Duration {
    stallsAnew ? latencyWithoutStall(of: item, seed: seed) : latency(of: item, seed: seed)
  }

  private func latencyWithoutStall(of item: Int, seed: UInt64) -> Duration {
    max(.zero, latency + jitter * (2 * Chance(seed: seed).value(of: item, 1) - 1))
  }

  /// The random stream for the stall of an attempt; 1 and 3 have other uses.
  private func draw(of attempt: Int) -> UInt64 {
    stallsAnew && attempt > 0 ? 1_000 + UInt64(attempt) : 2
  }
}

extension Link {
  /// The links of the laboratory.
  ///
  /// Rates and times are typical for each name. Chrome's developer tools throttle "Fast 3G" to 1.6 Mbit/s at 562 ms and
  /// "4G" to 9 Mbit/s at 165 ms. Their times include all round trips of a request. The links differ in the kind of
  /// shortage. Four open their connections, with TLS.
  package static let library = [
    Link(name: "loopback", latency: .milliseconds(1), bandwidth: 200_000_000),
    Link(name: "lan", latency: .milliseconds(4), jitter: .milliseconds(2), bandwidth: 40_000_000),
    Link(name: "wifi", latency: .milliseconds(25), jitter: .milliseconds(15), bandwidth: 6_000_000),
    lte,
    Link(name: "3g", latency: .milliseconds(300), jitter: .milliseconds(100), bandwidth: 200_000),
    Link(
      name: "lossy", latency: .milliseconds(60), jitter: .milliseconds(30), bandwidth: 1_000_000,
      stallRate: 0.08, stall: .milliseconds(900), stallsAnew: true),
    Link(name: "4s", latency: .seconds(4), jitter: .milliseconds(400), bandwidth: 1_000_000),
    satellite, edge, hotel, storage, tunnels, mount,
  ]

  /// A mobile network on a good day.
  package static let lte = Link(
    name: "lte", latency: .milliseconds(80), jitter: .milliseconds(40), bandwidth: 2_500_000)

  /// A geostationary satellite: 20 Mbit/s, and 36,000 km four times in each round trip.
  private static let satellite = Link(
    name: "satellite", latency: .milliseconds(600), jitter: .milliseconds(40),
    bandwidth: 2_500_000, streams: 100, roundTripsToConnect: 3)

  /// A mobile network of 2003, with 240 kbit/s.
  private static let edge = Link(
    name: "edge", latency: .milliseconds(840), jitter: .milliseconds(200), bandwidth: 30_000,
    streams: 100, roundTripsToConnect: 3)

  /// A wireless network with too many guests; one answer in twenty is lost at first.
  private static let hotel = Link(
    name: "hotel", latency: .milliseconds(120), jitter: .milliseconds(80), bandwidth: 400_000,
    roundTripsToConnect: 3, stallRate: 0.05, stall: .milliseconds(1_500), stallsAnew: true)

  /// A railway in the mountains: LTE with 4 s outages after every 16 s.
  private static let tunnels = Link(
    name: "tunnels", latency: .milliseconds(80), jitter: .milliseconds(40), bandwidth: 2_500_000,
    outages: Outages(every: .seconds(16), lasting: .seconds(4)))

  /// An object store: slow to look an object up, quick to send it.
  private static let storage = Link(
    name: "storage", latency: .milliseconds(100), jitter: .milliseconds(40),
    bandwidth: 50_000_000, streams: 100, roundTripsToConnect: 3)

  /// A folder of a remote machine over `sshfs` or NFS: two round trips of 30 ms per file, and sixteen reading threads.
  private static let mount = Link(
    name: "mount", latency: .milliseconds(60), jitter: .milliseconds(30), bandwidth: 5_000_000,
    connections: 16, isMounted: true)
}
