import Prefetching
import Raster

extension Gallery {
  /// What the tiles on screen have to show, in O(visible tiles).
  package var tally: TileClock.Tally {
    var tally = TileClock.Tally()
    guard screen == .tiles else { return tally }
    for item in visibleItems {
      let share = visibleShare(of: item)
      tally.visible += share
      switch tiles[item]?.state {
      case .ready, .reloading: tally.readyTiles += 1
      case .failed: tally.failedTiles += 1
      case .loading, .preview, nil:
        tally.blankTiles += 1
        tally.blank += share
      }
    }
    return tally
  }

  /// How much of a tile is on screen, from 0 to 1.
  package func visibleShare(of item: Int) -> Double {
    let rect = layout.tileRect(of: item, offset: viewport.offset)
    return Double(rect.intersection(layout.content).size.rows) / Double(max(1, rect.size.rows))
  }

  /// True when a tile shows its picture or its failure.
  package func isSettled(_ item: Int) -> Bool {
    tiles[item].map { !$0.isBlank } ?? false
  }
}
