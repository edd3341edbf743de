import GalleryApp
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import PlaceholderServer
import PrefetchLab
import Prefetching
import Raster
import Recordings

/// A benchmark that plays a trace through the whole program in real time.
///
/// It includes the run loop, the loads, the frames on a sink, and a server that behaves like the
/// link.
package struct ScrollBenchmark {
  let trace: ScrollTrace
  let link: Link
  let policy: ComparedPolicy
  let seed: UInt64
  let front: Front?

  /// An HTTP/2 server that forwards requests to the one that imitates the link.
  package struct Front: Hashable, Sendable {
    let address: String
    /// The port to which it forwards them.
    let port: Int

    package init(address: String, port: Int) {
      self.address = address
      self.port = port
    }
  }

  /// - Parameters:
  ///   - seed: the seed of sizes and latencies.
  ///   - front: the HTTP/2 front of the server; its handshake replaces the link's.
  package init(
    trace: ScrollTrace, link: Link, policy: ComparedPolicy, seed: UInt64, front: Front? = nil
  ) {
    self.trace = trace
    self.link = front == nil ? link : link.withoutHandshake
    self.policy = policy
    self.seed = seed
    self.front = front
  }

  /// Plays the trace, then prints its outcome and the laboratory's prediction.
  ///
  /// A screen is loaded before the first run.
  ///
  /// - Parameters:
  ///   - runs: the number of runs, at least 1; each takes as long as the trace.
  ///   - asJSON: whether to print JSON instead of a table.
  /// - Returns: whether the laboratory agrees.
  package func run(runs: Int, asJSON: Bool) throws -> Bool {
    try warmUp()
    var outcomes: [Outcome] = []
    for number in 1...runs {
      announce(number, of: runs)
      outcomes.append(try measure())
    }
    guard let report = ScrollReport(self, runs: outcomes) else { return true }
    try StandardOutput.write(asJSON ? report.json() : report.table)
    return report.agrees
  }

  /// The laboratory's answer to the same question, in virtual time.
  func simulate() -> Outcome {
    var simulation = Simulation(
      trace: trace.recording, link: link, policy: policy.policy, seed: seed)
    return simulation.run()
  }

  /// Shows the first screen briefly, without a link.
  ///
  /// A process loads libcurl for its first picture. That took 20 ms, during which 7 tiles were blank. A second run of
  /// the same process had no such loss. The start of a process is measured by other benchmarks.
  private func warmUp() throws {
    let recording = trace.recording
    let moment = SessionRecording(
      screen: recording.screen, layout: recording.layout, tile: recording.tile,
      itemCount: recording.itemCount, end: .milliseconds(500))
    let link = Link(name: "none", latency: .zero, bandwidth: 1 << 30)
    _ = try play(moment, over: link, from: ServerShape())
  }

  /// Plays the trace once, in real time.
  private func measure() throws -> Outcome {
    try play(
      trace.recording, over: link,
      from: ServerShape(
        linkBandwidth: link.bandwidth, outages: link.outages, connecting: link.timeToConnect))
  }

  /// Plays a recording once, over a link imitated by a server.
  private func play(
    _ recording: SessionRecording, over link: Link, from shape: ServerShape
  ) throws -> Outcome {
    let server = try PlaceholderServer(port: front?.port ?? 0, shape: shape)
    try server.start()
    defer { server.stop() }
    let items = LinkItems(
      server: server, address: front?.address ?? server.baseURL, link: link, seed: seed,
      count: recording.itemCount)
    var configuration = SessionConfiguration()
    configuration.loading.connectionsPerHost = link.connections
    configuration.loading.diskLimitBytes = 0
    configuration.view.policy = policy.policy
    let session = Session(
      configuration, playing: recording, over: AnyItemSnapshot(items), from: server)
    let played = try session.play()
    defer { played.pipeline.invalidate() }
    let traffic = items.traffic(seen: played.tileWaits.seen)
    return Outcome(played, received: traffic.received, wasted: traffic.wasted)
  }

  /// Reports progress on a terminal.
  private func announce(_ number: Int, of runs: Int) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let seconds = Int(trace.recording.end / .seconds(1))
    StandardOutput.complain("run \(number) of \(runs): \(seconds) s")
  }
}

extension Outcome {
  fileprivate init(_ played: Session.Played, received: Int, wasted: Int) {
    self.init()
    add(played.tileClock, played.tileWaits)
    receivedBytes = received
    wastedBytes = wasted
    // Traces stay far below the limit of the memory cache, so nothing was evicted.
    peakResidentBytes = played.pipeline.statistics.cacheBytes
    ledger = played.prefetches
  }
}
