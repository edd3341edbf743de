/// A request from the gallery to the world, as data.
///
/// A test can compare it, and an identity can cancel it.
package enum Effect: Hashable, Sendable {
  /// Loads a picture that is wanted on screen now; also raises a load of the same key in flight.
  case load(TileRequest)
  /// Loads a picture that is likely to be wanted on screen, after this time.
  case prefetch(TileRequest, timeToVisible: Duration = .zero)
  /// Reports that a prefetched picture is on screen now.
  case shown(TileRequest)
  /// Cancels a load that is no longer wanted.
  ///
  /// The chance that it will be wanted again, from 0 to 1, decides whether finishing is worthwhile.
  /// It is nil if unknown.
  case cancel(TileKey, chanceOfReturn: Double? = nil)
  /// Requests the description of a picture, answered by `Event.described`.
  case describe(TileRequest)
  /// Cancels the description of a picture.
  case stopDescribing(TileKey)
  /// Renders a part of a picture for the terminal; only the latest request counts.
  case render(RenderRequest)
  /// Plays an animation at its own pace, in place of the one that played before.
  case animate(TileRequest)
  case stopAnimating(TileKey)
  /// Starts the next attempt of all waiting loads at once.
  case retryNow
  case switchPresenter
  case suspend
  /// Sends the whole screen again, because it no longer shows what was drawn.
  case repaint
  /// Ends the program with this status.
  case leave(status: Int32)
}
