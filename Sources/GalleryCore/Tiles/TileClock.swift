import Prefetching

/// Adds up the time that visible tiles had nothing to show.
package struct TileClock: Hashable, Sendable {
  /// A tally of the tiles in a presented frame.
  package struct Tally: Hashable, Sendable {
    /// The number of visible tiles; a partly visible one counts by its visible share.
    package var visible = 0.0
    /// The number of visible tiles without a picture or a failure.
    package var blank = 0.0
    package var blankTiles = 0
    package var readyTiles = 0
    package var failedTiles = 0

    package init() {}

    /// The number of visible tiles with a picture or a failure.
    var settledTiles: Int { readyTiles + failedTiles }
  }

  /// The time without a picture or a failure in milliseconds, summed over visible tiles.
  package private(set) var blankTileMilliseconds = 0.0
  package private(set) var visibleTileMilliseconds = 0.0
  /// When the first tile showed its picture or failure, since the start of the process.
  package private(set) var firstPicture: Duration?
  /// When every tile of the first screen showed its picture or failure.
  package private(set) var screenComplete: Duration?
  package private(set) var latest = Tally()
  private var latestAt = Duration.zero
  private var waiting: Set<Int>?

  package init() {}

  /// Records a presented frame; the previous one was on the screen until now.
  ///
  /// - Parameters:
  ///   - settled: the visible items that show a picture or a failure.
  ///   - visible: the visible items.
  package mutating func framePresented(
    _ tally: Tally, visible: Range<Int>, settled: (Int) -> Bool, at now: Duration
  ) {
    advance(to: now)
    latest = tally
    if firstPicture == nil, tally.readyTiles + tally.failedTiles > 0 { firstPicture = now }
    guard screenComplete == nil, !visible.isEmpty else { return }
    let open = (waiting ?? Set(visible)).filter { !(visible.contains($0) && settled($0)) }
    waiting = open
    if open.isEmpty { screenComplete = now }
  }

  /// Moves items to their new places; nil if any may be anywhere.
  package mutating func apply(_ changes: ItemChanges?) {
    waiting = changes.flatMap { changes in waiting.map { Set($0.compactMap(changes.place)) } }
  }

  /// Counts the time of the latest frame up to now.
  package mutating func advance(to now: Duration) {
    let elapsed = max(0, (now - latestAt).milliseconds)
    blankTileMilliseconds += latest.blank * elapsed
    visibleTileMilliseconds += latest.visible * elapsed
    latestAt = max(latestAt, now)
  }
}

extension TileClock.Tally {
  /// Tallies what the tiles on the screen show, in O(visible tiles).
  init(_ board: TileBoard, in navigation: Navigation) {
    for item in navigation.visibleItems {
      let share = navigation.visibleShare(of: item)
      visible += share
      switch board.tile(at: item)?.state {
      case .ready, .reloading: readyTiles += 1
      case .failed: failedTiles += 1
      case .loading, .preview, nil:
        blankTiles += 1
        blank += share
      }
    }
  }
}
