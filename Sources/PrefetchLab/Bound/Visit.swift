/// A time during which a tile is on screen.
package struct Visit: Hashable, Sendable {
  package let from: Duration
  package let to: Duration
  /// How much of the tile is seen: what a millisecond without its picture costs.
  package let share: Double

  package init(from: Duration, to: Duration, share: Double = 1) {
    self.from = from
    self.to = to
    self.share = share
  }
}
