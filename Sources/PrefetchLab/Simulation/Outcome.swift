import FramePacing
import GalleryCore
import Prefetching

/// The result of a trace with a policy over a link.
package struct Outcome: Hashable, Sendable {
  /// The time on screen without a picture, summed over tiles by their visible share.
  package var blankTileMs = 0.0
  /// The blank time before the first key.
  package var blankBeforeKeysTileMs = 0.0
  /// The time on screen, summed in the same way.
  package var visibleTileMs = 0.0
  /// The median time that tiles on screen waited for their picture, or until they left.
  package var waitP50Ms = 0.0
  package var waitP95Ms = 0.0
  /// All bytes received.
  package var receivedBytes = 0
  /// The bytes received for pictures that were never on screen, including parts of stopped transfers.
  package var wastedBytes = 0
  /// The most bytes of pictures in memory at any time.
  package var peakResidentBytes = 0
  /// The counts of announcements.
  package var ledger = PrefetchCounts()
  /// The tiles that were on screen, with their times.
  package var showings: [Showing] = []
  /// The instants of frames that input caused; frames between them show only new pictures.
  package var inputFrames: [Duration] = []
  /// The instants at which the viewport moved further than by scrolling.
  package var jumps: [Duration] = []

  package init() {}

  /// The figures without the history from which they are computed.
  var withoutHistory: Outcome {
    var outcome = self
    (outcome.showings, outcome.inputFrames, outcome.jumps) = ([], [], [])
    return outcome
  }

  /// Copies the figures from a session's clocks.
  package mutating func add(_ clock: TileClock, _ waits: TileWaits) {
    blankTileMs = clock.blankTileMilliseconds
    visibleTileMs = clock.visibleTileMilliseconds
    waitP50Ms = waits.waits.milliseconds(atPercentile: 50)
    waitP95Ms = waits.waits.milliseconds(atPercentile: 95)
  }
}

/// An interval of a tile on screen.
package struct Showing: Hashable, Sendable {
  package let item: Int
  package let from: Duration
  package var to: Duration
  /// The visible share of the tile, above 0 and at most 1.
  package let share: Double
}

extension Outcome {
  /// The knowledge of a trace in advance.
  package enum Foresight: Hashable, Sendable {
    /// The whole trace.
    case clairvoyant
    /// The trace up to the next jump, which becomes known when its key is pressed.
    case untilNextJump
  }

  /// The demands of a trace over a link: when every picture is on screen, and the cost of its load.
  ///
  /// Showings do not depend on loads, so the run of any policy gives the same.
  package func demands(
    over link: Link, seed: UInt64, foresight: Foresight = .clairvoyant
  ) -> [Demand] {
    let sizes = PictureSizes(seed: seed)
    let items = Dictionary(grouping: showings, by: \.item).sorted { $0.key < $1.key }
    return items.map { item, showings in
      let visits = showings.sorted { $0.from < $1.from }.flatMap { self.visits(of: $0) }
      let release = foresight == .clairvoyant ? .zero : knownSince(visits[0].from)
      return Demand(
        item: item, visits: visits, latency: link.leastLatency(of: item, seed: seed),
        bytes: sizes.bytes(of: item), decode: Simulation.decodeTime, release: release)
    }
  }

  /// The time from which a scheduler without foresight of jumps knows what is on screen at a time.
  private func knownSince(_ time: Duration) -> Duration { jumps.last { $0 <= time } ?? .zero }

  /// A showing as visits, cut at the frames caused by input.
  ///
  /// After such a frame, the next frame for a new picture is a period later. A picture that is not ready is missing for
  /// the whole period. So the first microsecond costs as much as the period, and the rest of the period nothing.
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
  /// The median of each figure, the larger of the middle two; nil without runs.
  ///
  /// Everything else is from the run with the median blank time.
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

  /// Whether a simulated blank time agrees with a measured one: within 15 % or 100 tile-milliseconds, whichever is
  /// more.
  package func agrees(withMeasured reality: Outcome) -> Bool {
    abs(blankTileMs - reality.blankTileMs) <= max(100, 0.15 * reality.blankTileMs)
  }
}
