import FramePacing
import Prefetching

/// Measures how long tiles wait on the screen for their pictures.
///
/// A wait begins with the frame that first shows at least a part of a tile. It ends with the frame
/// that shows the tile's picture or failure, or no longer shows the tile. A tile that appears with
/// its picture has a wait of zero; a tile that returns waits again.
package struct TileWaits: Sendable {
  package private(set) var waits = DurationHistogram()
  /// All items that a frame has shown.
  package private(set) var seen = RangeSet<Int>()
  private var visible = RangeSet<Int>()
  private var waitingSince: [Int: Duration] = [:]

  package init() {}

  /// Notes a presented frame, in O(visible items).
  ///
  /// - Parameters:
  ///   - shown: the items on it.
  ///   - isSettled: whether it shows an item's picture or failure.
  package mutating func frameShown(
    _ shown: Range<Int>, isSettled: (Int) -> Bool, at now: Duration
  ) {
    for (item, since) in waitingSince where !shown.contains(item) || isSettled(item) {
      waitingSince[item] = nil
      waits.record(now - since)
    }
    let shown = RangeSet(shown)
    guard shown != visible else { return }
    for item in shown.ranges.joined() where !visible.contains(item) {
      if isSettled(item) { waits.record(.zero) } else { waitingSince[item] = now }
    }
    visible = shown
    seen.formUnion(shown)
  }

  /// Moves items to their new places; nil if any may be anywhere, which ends all waits.
  package mutating func follow(_ changes: ItemChanges?, at now: Duration) {
    guard let changes else { return end(at: now) }
    waitingSince = changes.renumbered(waitingSince)
    visible = changes.places(of: visible)
    seen = changes.places(of: seen)
  }

  /// Ends all current waits now.
  package mutating func end(at now: Duration) {
    frameShown(0..<0, isSettled: { _ in false }, at: now)
  }
}
