/// A movement through the gallery; positive is toward the end.
package enum Movement: Hashable, Sendable {
  /// Moves the selection by lines of tiles; the viewport follows.
  case lines(Int)
  /// Moves the selection along a line.
  case items(Int)
  /// Moves the viewport and the selection by screenfuls.
  case pages(Int)
  case halfPages(Int)
  case first, last
  /// Moves the selection to the beginning of a section.
  case sections(Int)
  /// Moves the viewport by rows; the selection moves only as far as needed to stay visible.
  case scroll(Int)
  case select(column: Int, row: Int)
}
