/// What the gallery asks of the world, as data: a test can compare it, an identity can cancel it.
package enum Effect: Hashable, Sendable {
  /// Wanted on screen now; also raises a load of the same key that is in flight.
  case load(TileRequest)
  /// Likely to be wanted on screen, after that time.
  case prefetch(TileRequest, timeToVisible: Duration = .zero)
  /// A picture that was prefetched is on screen now.
  case shown(TileRequest)
  /// No longer wanted; how likely it will be wanted again, from 0 to 1, nil where that is unknown, tells
  /// whether what is under way is worth finishing.
  case cancel(TileKey, chanceOfReturn: Double? = nil)
  /// Wanted: what there is to know of a picture, answered by `Event.described`.
  case describe(TileRequest)
  /// That is no longer wanted.
  case stopDescribing(TileKey)
  /// Wanted: a part of a picture as the terminal shows it; the latest request alone counts.
  case render(RenderRequest)
  /// A picture that moves is shown: its frames are wanted at its own pace, in place of what moved
  /// before.
  case animate(TileRequest)
  case stopAnimating(TileKey)
  /// What waits for its next attempt starts it at once.
  case retryNow
  case switchPresenter
  case suspend
  /// What is on the screen is not what was drawn: all of it is to be sent again.
  case repaint
  /// The program ends with this status.
  case leave(status: Int32)
}
