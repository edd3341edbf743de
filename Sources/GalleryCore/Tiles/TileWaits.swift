import FramePacing
import Prefetching

/// Measures how long tiles wait on the screen for their pictures.
///
/// A wait begins with the frame that first shows at least a part of a tile. It ends with the frame
/// that shows the tile's picture or failure, or no longer shows the tile. A tile that appears with
/// its picture has a wait of zero; a tile that returns waits again.
package struct TileWaits: Sendable {
  package private(set) var waits = DurationHistogram()
  /// All items that have been on a frame.
  package private(set) var seen = RangeSet<Int>()
  private var visible = RangeSet<Int>()
  private var waitingSince: [Int: Duration] = [:]

  package init() {}

  /// Records a presented frame, in O(visible items).
  ///
  /// - Parameters:
  ///   - presented: the items on it.
  ///   - isSettled: whether it shows an item's picture or failure.
  package mutating func framePresented(
    _ presented: Range<Int>, isSettled: (Int) -> Bool, at now: Duration
  ) {
    for (item, since) in waitingSince where !presented.contains(item) || isSettled(item) {
      waitingSince[item] = nil
      waits.record(now - since)
    }
    let presented = RangeSet(presented)
    guard presented != visible else { return }
    for item in presented.ranges.joined() where !visible.contains(item) {
      if isSettled(item) { waits.record(.zero) } else { waitingSince[item] = now }
    }
    visible = presented
    seen.formUnion(presented)
  }

  /// Moves items to their new places; nil if any may be anywhere, which ends all waits.
  package mutating func apply(_ changes: ItemChanges?, at now: Duration) {
    guard let changes else { return end(at: now) }
    waitingSince = changes.renumbered(waitingSince)
    visible = changes.places(of: visible)
    seen = changes.places(of: seen)
  }

  /// Ends all current waits now.
  package mutating func end(at now: Duration) {
    framePresented(0..<0, isSettled: { _ in false }, at: now)
  }
}
