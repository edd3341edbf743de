/// A way to move through the gallery; positive is towards the end.
package enum Movement: Hashable, Sendable {
  /// The selection by lines of tiles; the viewport follows.
  case lines(Int)
  /// The selection along a line.
  case items(Int)
  /// Viewport and selection by screenfuls.
  case pages(Int)
  case halfPages(Int)
  case first, last
  /// The viewport by rows; the selection only as far as it must to stay visible.
  case scroll(Int)
  case select(column: Int, row: Int)
}
