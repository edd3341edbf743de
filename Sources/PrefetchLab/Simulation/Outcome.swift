import GalleryCore
import Prefetching

/// What a trace came to, with a policy over a link.
package struct Outcome: Hashable, Sendable {
  /// Time on screen without a picture, summed over tiles, partly visible ones by their share.
  package var blankTileMs = 0.0
  /// Time on screen altogether, summed likewise.
  package var visibleTileMs = 0.0
  /// How long tiles that came on screen were there without a picture, until it came or they left.
  package var waitP50Ms = 0.0
  package var waitP95Ms = 0.0
  /// Everything that was received.
  package var receivedBytes = 0
  /// Of that, what belongs to pictures that were never on screen, parts of stopped transfers included.
  package var wastedBytes = 0
  /// The most that pictures took in memory at one time.
  package var peakResidentBytes = 0
  /// What became of what was announced.
  package var ledger = PrefetchCounts()
  /// What was on screen when, for those who reckon with it.
  package var showings: [Showing] = []
  /// When keys and the like had a frame shown; between them, only pictures that came did.
  package var inputFrames: [Duration] = []

  package init() {}

  /// Takes over what the clocks of a session tell of its screen.
  package mutating func note(_ clock: TileClock, _ waits: TileWaits) {
    blankTileMs = clock.blankTileMilliseconds
    visibleTileMs = clock.visibleTileMilliseconds
    waitP50Ms = waits.waits.milliseconds(atPercentile: 50)
    waitP95Ms = waits.waits.milliseconds(atPercentile: 95)
  }
}

/// A tile on screen: from when to when, and how much of it.
package struct Showing: Hashable, Sendable {
  package let item: Int
  package let from: Duration
  package var to: Duration
  /// The visible part of it, above 0 and at most 1.
  package let share: Double
}

extension Outcome {
  /// What a clairvoyant knows of a trace over a link: when every picture is on screen, and what it takes.
  ///
  /// Showings do not depend on what is loaded, so those of any policy's run will do.
  package func demands(over link: Link, seed: UInt64) -> [Demand] {
    let sizes = PictureSizes(seed: seed)
    let items = Dictionary(grouping: showings, by: \.item).sorted { $0.key < $1.key }
    return items.map { item, showings in
      Demand(
        item: item, visits: showings.sorted { $0.from < $1.from }.flatMap { visits(of: $0) },
        latency: link.latency(of: item, seed: seed), bytes: sizes.bytes(of: item),
        decode: Simulation.decodeTime)
    }
  }

  /// A showing, cut at the frames that input had shown.
  ///
  /// After such a frame the next one that a picture may have shown is a period later, so that a picture which
  /// is not there at once is missing for that long, whenever within it it comes: all of that time is at stake
  /// in the first microsecond, and none in the rest of the period.
  private func visits(of showing: Showing) -> [Visit] {
    let instant = Duration.microseconds(1)
    var visits: [Visit] = []
    var place = inputFrames.partitioningIndex { $0 > showing.from }
    var start = showing.from
    while start < showing.to {
      let end = place < inputFrames.count ? min(inputFrames[place], showing.to) : showing.to
      let missed = min(Simulation.framePeriod, end - start)
      visits.append(
        Visit(from: start, to: start + instant, share: showing.share * (missed / instant)))
      if start + missed < end {
        visits.append(Visit(from: start + missed, to: end, share: showing.share))
      }
      start = end
      place += 1
    }
    return visits
  }
}

extension Outcome {
  /// The median of each figure by itself, the larger of two in the middle; nil of no runs.
  ///
  /// What is no figure is left as it is in the run whose blank time that is.
  package static func median(of runs: [Outcome]) -> Outcome? {
    func middle<Value: Comparable>(_ value: (Outcome) -> Value) -> Value {
      runs.map(value).sorted()[runs.count / 2]
    }
    guard !runs.isEmpty, var median = runs.first(where: { $0.blankTileMs == middle(\.blankTileMs) })
    else { return nil }
    median.visibleTileMs = middle(\.visibleTileMs)
    median.waitP50Ms = middle(\.waitP50Ms)
    median.waitP95Ms = middle(\.waitP95Ms)
    median.receivedBytes = middle(\.receivedBytes)
    median.wastedBytes = middle(\.wastedBytes)
    median.peakResidentBytes = middle(\.peakResidentBytes)
    return median
  }

  /// Whether the blank time of a simulation is that of reality: within 15 % of what was measured, or
  /// within 100 tile-milliseconds where that is more.
  package func agrees(withMeasured reality: Outcome) -> Bool {
    abs(blankTileMs - reality.blankTileMs) <= max(100, 0.15 * reality.blankTileMs)
  }
}
