import ArgumentParser
import GalleryCore
import ImageLoading
import PlaceholderServer
import PrefetchLab
import Prefetching

/// A trace through the whole program in real time: its run loop, its loads, its frames on a sink, and a
/// server that behaves as the link.
struct ScrollRun {
  let trace: ScrollTrace
  let link: Link
  let policy: PrefetchPolicyName
  let seed: UInt64

  /// Plays it, for as long as it lasts.
  func measure() throws -> Outcome {
    let server = try PlaceholderServer(shape: ServerShape(linkBandwidth: link.bandwidth))
    try server.start()
    defer { server.stop() }
    let items = LinkItems(
      server: server, link: link, seed: seed, count: trace.recording.itemCount)
    let command = try Browse.parse(["--connections", "\(link.connections)", "--no-disk-cache"])
    let session = Session(
      command, playing: trace.recording, over: AnyGalleryDataSource(items), from: server,
      policy: policy.policy)
    let played = try session.play()
    defer { played.pipeline.invalidate() }
    let traffic = items.traffic(seen: played.loop.stage.tileWaits.seen)
    return Outcome(played, received: traffic.received, wasted: traffic.wasted)
  }

  /// The laboratory's answer to the same question, in virtual time.
  func simulate() -> Outcome {
    var simulation = Simulation(
      trace: trace.recording, link: link, policy: policy.policy, seed: seed)
    return simulation.run()
  }
}

extension Outcome {
  fileprivate init(_ played: Session.Played, received: Int, wasted: Int) {
    self.init()
    note(played.loop.stage.tileClock, played.loop.stage.tileWaits)
    receivedBytes = received
    wastedBytes = wasted
    // No trace comes near the limit of the memory cache, so that nothing has been given up.
    peakResidentBytes = played.pipeline.statistics.cacheBytes
    ledger = played.loop.gallery.ledger.counts
  }
}
