/// For how long tiles wait on screen for their pictures.
///
/// A wait lasts from the frame that first shows a tile, at least a part of it, to the one that shows its
/// picture or failure, or shows the tile no more. A tile that comes with its picture has waited for no
/// time; one that comes again waits anew.
package struct TileWaits: Sendable {
  package private(set) var waits = DurationHistogram()
  /// All items that a frame has shown.
  package private(set) var seen = RangeSet<Int>()
  private var visible = 0..<0
  private var waitingSince: [Int: Duration] = [:]

  package init() {}

  /// A frame was presented, in O(visible items).
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
    guard shown != visible else { return }
    for item in shown where !visible.contains(item) {
      if isSettled(item) { waits.record(.zero) } else { waitingSince[item] = now }
    }
    visible = shown
    seen.insert(contentsOf: shown)
  }

  /// Whoever waits has waited until now.
  package mutating func end(at now: Duration) {
    frameShown(0..<0, isSettled: { _ in false }, at: now)
  }
}
