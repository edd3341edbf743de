import Keys

/// A command from the person, independent of its key.
package enum Command: Hashable, Sendable {
  case move(Movement)
  case openDetail, back
  /// Opens the item under a cell; in the detail view, goes back.
  case open(column: Int, row: Int)
  /// Toggles between `fit` and a scale of 1.
  case toggleMagnification
  case toggleInfo
  case cycleSymbols, toggleFit
  /// Zooming applies to the tiles or to the picture.
  case toggleLayout, zoom(Int)
  case takeNextOrder, toggleFollowing
  case cycleOverlay, toggleHelp
  case togglePrefetching, cyclePolicy, switchPresenter
  case reloadFailed, reloadSelected
  case promptJump, promptSearch, findNext, findPrevious
  case leave, interrupt, suspend, repaint
  /// Says that a key has no meaning.
  case explain(Key)
}
