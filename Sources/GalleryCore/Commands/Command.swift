import Prefetching
import Raster

/// A command from the person, independent of its key.
package enum Command: Hashable, Sendable {
  case move(Movement)
  /// Goes to the item at a place, or to the last one.
  case jump(to: Int)
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
  case toggleHelp
  case changeOverlay(OverlayChange)
  /// Lists the worst frames of the session.
  case listFrames
  /// Logs the frames to a new file; nil ends that log.
  case log(to: String?)
  /// Adds a mark to the logs.
  case mark(String)
  /// Sets the prefetch policy; nil toggles prefetching, with the former policy.
  case switchPrefetching(to: PrefetchPolicyName?)
  case usePresenter(PresenterChoice)
  case reloadFailed, reloadSelected
  case marks(MarkCommand)
  case files(FileAction)
  /// Undoes the latest action on files or change of many marks.
  case undo
  /// Asks for the folder to move or copy to.
  case promptMove, promptCopy
  case promptCommand, promptSearch, findNext, findPrevious
  /// Asks for a text that shown items have, or for the key of another trait.
  case promptFilter, promptTrait
  case filter(ItemFilter.Change)
  /// Leaves, and prints the marked items or not.
  case leave, leaveWithoutMarks
  case interrupt, suspend, repaint
  /// Tells the person that a key has no function.
  case explain(Key)
}
