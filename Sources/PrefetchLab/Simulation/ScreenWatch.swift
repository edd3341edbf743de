import GalleryCore
import Prefetching

/// Measures blank time with the program's own clocks.
struct ScreenWatch {
  private var clock = TileClock()
  private var waits = TileWaits()
  private var onScreen: [Int: Showing] = [:]
  private var showings: [Showing] = []

  /// The items that have been on screen.
  var seen: RangeSet<Int> { waits.seen }

  /// The blank time until now.
  mutating func blankTileMs(until now: Duration) -> Double {
    clock.advance(to: now)
    return clock.blankTileMilliseconds
  }

  /// Notes the state that the gallery shows from now on.
  mutating func recordFrame(of gallery: Gallery, at now: Duration) {
    let visible = gallery.visibleItems
    clock.framePresented(gallery.tally, visible: visible, settled: gallery.isSettled, at: now)
    waits.framePresented(visible, isSettled: gallery.isSettled, at: now)
    for item in onScreen.keys.sorted() where !visible.contains(item) { close(item, at: now) }
    for item in visible {
      recordBlank(
        item, share: gallery.layout.visibleShare(of: item, offset: gallery.viewport.offset), at: now
      )
    }
  }

  private mutating func recordBlank(_ item: Int, share: Double, at now: Duration) {
    if let showing = onScreen[item] {
      if showing.share == share { return }
      close(item, at: now)
    }
    onScreen[item] = Showing(item: item, from: now, to: now, share: share)
  }

  private mutating func close(_ item: Int, at now: Duration) {
    guard var showing = onScreen.removeValue(forKey: item), showing.share > 0 else { return }
    showing.to = now
    if now > showing.from { showings.append(showing) }
  }

  /// Ends the trace, and writes the figures into an outcome.
  mutating func end(at now: Duration, into outcome: inout Outcome) {
    clock.advance(to: now)
    waits.end(at: now)
    for item in onScreen.keys.sorted() { close(item, at: now) }
    outcome.add(clock, waits)
    outcome.showings = showings
  }
}
