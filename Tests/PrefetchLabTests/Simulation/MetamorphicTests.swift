import GalleryCore
import PrefetchLab
import Prefetching
import Recordings
import TestSupport
import Testing

/// Holds that a better link or a larger cache makes nothing worse.
@Suite struct MetamorphicTests {
  private static let cases = (1...Thoroughness.rounds(short: 4, full: 20)).map(
    RandomCase.init(seed:))

  /// Twice as fast in everything.
  private func faster(_ link: Link) -> Link {
    Link(
      name: link.name, latency: link.latency / 2, jitter: link.jitter / 2,
      bandwidth: link.bandwidth * 2, connections: link.connections, streams: link.streams,
      roundTripsToConnect: link.roundTripsToConnect, stallRate: link.stallRate,
      stall: link.stall / 2, stallsAnew: link.stallsAnew)
  }

  /// Loads that end sooner meet keys at other moments, so a single tile may wait where it did not: 5 % of many
  /// tiles, or 100 tile-milliseconds of few.
  @Test(arguments: Link.library)
  func `a faster link leaves no more blank of the laboratory's traces`(link: Link) throws {
    // Each link takes a third of the traces, and three links all of them.
    let share = Thoroughness.rounds(short: 3, full: 1)
    let first = Link.library.firstIndex { $0.name == link.name } ?? 0
    let traces = try ScrollTrace.library(seed: 1).enumerated()
    for (number, trace) in traces where (number + first).isMultiple(of: share) {
      let blank = [link, faster(link)].map { link in
        var simulation = Simulation(
          trace: trace.recording, link: link, policy: AdaptivePolicy(), seed: 1)
        return simulation.run().blankTileMs
      }
      #expect(blank[1] <= blank[0] * 1.05 + 100, "\(trace.name)")
    }
  }

  /// On random keys a policy guesses wrong at times.
  ///
  /// A guess that was just right and is just wrong costs the screen one load.
  @Test(arguments: cases, ComparedPolicy.allCases)
  func `a faster link leaves no more blank, but for a screen that waits once`(
    random: RandomCase, policy: ComparedPolicy
  ) {
    let slow = random.outcome(of: policy)
    let fast = random.outcome(of: policy, over: faster(random.link))
    let tiles = slow.visibleTileMs / (random.trace.end / .milliseconds(1))
    let load = (random.link.latency + random.link.jitter) / .milliseconds(2)
    #expect(fast.blankTileMs <= slow.blankTileMs * 1.05 + 100 + tiles * load)
  }

  /// The budget of speculation stays, because the policy spends a larger one.
  @Test(arguments: cases, ComparedPolicy.allCases)
  func `a larger cache wastes no more`(random: RandomCase, policy: ComparedPolicy) {
    let wasted = [400_000, 1_600_000].map { cacheBytes in
      random.outcome(of: policy, cacheBytes: cacheBytes, budgetBytes: 100_000).wastedBytes
    }
    #expect(Double(wasted[1]) <= Double(wasted[0]) * 1.05)
  }
}
