import GalleryApp
import GalleryCore
import Glibc
import ImageLoading
import PlaceholderServer
import PrefetchLab
import Prefetching

/// A trace through the whole program in real time: its run loop, its loads, its frames on a sink, and a
/// server that behaves as the link.
package struct ScrollBenchmark {
  let trace: ScrollTrace
  let link: Link
  let policy: PrefetchPolicyName
  let seed: UInt64

  /// - Parameter seed: what sizes and latencies are drawn from.
  package init(trace: ScrollTrace, link: Link, policy: PrefetchPolicyName, seed: UInt64) {
    self.trace = trace
    self.link = link
    self.policy = policy
    self.seed = seed
  }

  /// Plays the trace, then prints what it came to and what the laboratory says it comes to.
  ///
  /// - Parameters:
  ///   - runs: at least 1; each takes as long as the trace.
  ///   - asJSON: else as a table.
  /// - Returns: whether the laboratory agrees.
  package func run(runs: Int, asJSON: Bool) throws -> Bool {
    var outcomes: [Outcome] = []
    for number in 1...runs {
      announce(number, of: runs)
      outcomes.append(try measure())
    }
    guard let report = ScrollReport(self, runs: outcomes) else { return true }
    try StandardOutput.write(asJSON ? report.benchJSON() : report.table)
    return report.agrees
  }

  /// The laboratory's answer to the same question, in virtual time.
  func simulate() -> Outcome {
    var simulation = Simulation(
      trace: trace.recording, link: link, policy: policy.policy, seed: seed)
    return simulation.run()
  }

  /// Plays it once, for as long as it lasts.
  private func measure() throws -> Outcome {
    let server = try PlaceholderServer(shape: ServerShape(linkBandwidth: link.bandwidth))
    try server.start()
    defer { server.stop() }
    let items = LinkItems(
      server: server, link: link, seed: seed, count: trace.recording.itemCount)
    var configuration = SessionConfiguration()
    configuration.loading.connectionsPerHost = link.connections
    configuration.loading.diskLimitBytes = 0
    configuration.view.policy = policy.policy
    let session = Session(
      configuration, playing: trace.recording, over: AnyGalleryDataSource(items), from: server)
    let played = try session.play()
    defer { played.pipeline.invalidate() }
    let traffic = items.traffic(seen: played.tileWaits.seen)
    return Outcome(played, received: traffic.received, wasted: traffic.wasted)
  }

  /// For a person who waits.
  private func announce(_ number: Int, of runs: Int) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let seconds = Int(trace.recording.end / .seconds(1))
    StandardOutput.complain("run \(number) of \(runs): \(seconds) s")
  }
}

extension Outcome {
  fileprivate init(_ played: Session.Played, received: Int, wasted: Int) {
    self.init()
    note(played.tileClock, played.tileWaits)
    receivedBytes = received
    wastedBytes = wasted
    // No trace comes near the limit of the memory cache, so that nothing has been given up.
    peakResidentBytes = played.pipeline.statistics.cacheBytes
    ledger = played.prefetches
  }
}
