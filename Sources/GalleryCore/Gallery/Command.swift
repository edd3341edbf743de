/// What the person meant, whatever key said it.
package enum Command: Hashable, Sendable {
  case move(Movement)
  case openDetail, back
  /// Opens the item under a cell; in the detail view, goes back.
  case open(column: Int, row: Int)
  /// Fit, or one pixel for one.
  case toggleMagnification
  case toggleInfo
  case cycleSymbols
  /// Zooming is of tiles or of the picture.
  case toggleLayout, zoom(Int)
  case cycleOverlay, toggleHelp
  case togglePrefetching, cyclePolicy, switchPresenter
  case reloadFailed, reloadSelected
  case promptJump, promptSearch, findNext, findPrevious
  case leave, interrupt, suspend, repaint
}

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
