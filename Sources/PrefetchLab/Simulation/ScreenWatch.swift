import GalleryCore
import Raster

/// Keeps what tiles have on screen, and for how long they had not.
struct ScreenWatch {
  private var blankTileMs = 0.0
  private var visibleTileMs = 0.0
  private var latest = TileClock.Tally()
  private var latestAt = Duration.zero
  private var waiting: [Int: Duration] = [:]
  private var onScreen: [Int: Showing] = [:]
  private var waits: [Double] = []
  private var showings: [Showing] = []
  /// Items that have been on screen.
  private(set) var seen: Set<Int> = []

  /// The gallery shows this from now on.
  mutating func note(_ gallery: Gallery, at now: Duration) {
    advance(to: now)
    latest = gallery.tally
    let visible = gallery.visibleItems
    for item in waiting.keys.filter({ !visible.contains($0) }).sorted() {
      endWait(of: item, at: now)
    }
    for item in onScreen.keys.filter({ !visible.contains($0) }).sorted() { close(item, at: now) }
    for item in visible {
      if seen.insert(item).inserted || onScreen[item] == nil { waiting[item] = now }
      note(item, share: gallery.visibleShare(of: item), at: now)
      if gallery.isSettled(item) { endWait(of: item, at: now) }
    }
  }

  private mutating func note(_ item: Int, share: Double, at now: Duration) {
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

  private mutating func endWait(of item: Int, at now: Duration) {
    guard let since = waiting.removeValue(forKey: item) else { return }
    waits.append((now - since) / .milliseconds(1))
  }

  private mutating func advance(to now: Duration) {
    let elapsed = (now - latestAt) / .milliseconds(1)
    blankTileMs += latest.blank * elapsed
    visibleTileMs += latest.visible * elapsed
    latestAt = now
  }

  /// The trace ends.
  mutating func end(at now: Duration, into outcome: inout Outcome) {
    advance(to: now)
    for item in waiting.keys.sorted() { endWait(of: item, at: now) }
    for item in onScreen.keys.sorted() { close(item, at: now) }
    outcome.blankTileMs = blankTileMs
    outcome.visibleTileMs = visibleTileMs
    outcome.showings = showings
    waits.sort()
    outcome.waitP50Ms = percentile(50)
    outcome.waitP95Ms = percentile(95)
  }

  private func percentile(_ percent: Int) -> Double {
    waits.isEmpty ? 0 : waits[(waits.count * percent - 1) / 100]
  }
}
