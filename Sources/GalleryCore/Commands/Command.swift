import GalleryItems
import Prefetching
import Raster

/// A command from the person, independent of its key.
package enum Command: Hashable, Sendable {
  /// An item to go to, as it is typed after `:`.
  package enum Destination: Hashable, Sendable {
    /// The item at a place, or the last one.
    case place(Int)
    /// The item at this share of all, from 0 to 100.
    case percentage(Double)
    case date(TypedDate)
  }

  case move(Movement)
  case jump(to: Destination)
  case openDetail, back
  /// Opens the item under a cell; in the detail view, goes back.
  case open(column: Int, row: Int)
  /// Toggles between `fit` and a scale of 1.
  case toggleMagnification
  /// Turns the view of the opened picture.
  case turn(PictureTurn)
  case toggleInfo
  case cycleSymbols, toggleFit
  /// Zooming applies to the tiles or to the picture.
  case toggleLayout, zoom(Int)
  /// Starts a slideshow with an interval; nil takes the latest one, or ends it.
  case slideshow(every: Duration?)
  case takeNextOrder, reverseOrder, toggleFollowing
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
  case run(ProgramLine)
  /// Copies the paths or URLs of items.
  case copyNames
  /// Copies the selected picture itself.
  case copyPicture
  /// Asks for a program to run.
  case promptRun
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
