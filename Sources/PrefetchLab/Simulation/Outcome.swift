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
