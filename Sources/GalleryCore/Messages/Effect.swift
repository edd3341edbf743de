import GalleryItems

/// A request from the gallery to the world, as data, by the part that carries it out.
///
/// A test can compare it, and an identity can cancel it.
package enum Effect: Hashable, Sendable {
  case pipeline(PipelineEffect)
  case detail(DetailEffect)
  case search(SearchEffect)
  case session(SessionEffect)
}

/// The requests to the pipeline that loads pictures, for tiles and the detail view alike.
package enum PipelineEffect: Hashable, Sendable {
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
  case cancel(TileKey)
  /// Starts the next attempt of all waiting loads at once.
  case retryNow
}

/// The requests to what serves the open picture of the detail view.
package enum DetailEffect: Hashable, Sendable {
  /// Requests the description of a picture, answered by `Event.described`.
  case describe(TileRequest)
  /// Cancels the description of a picture.
  case stopDescribing(TileKey)
  /// Renders a part of a picture for the terminal; only the latest request counts.
  case render(RenderRequest)
  /// Plays an animation at its own pace, in place of the one that played before.
  case animate(TileRequest)
  case stopAnimating(TileKey)
}

/// The requests to what searches captions while the gallery goes on.
package enum SearchEffect: Hashable, Sendable {
  /// Searches the captions of the items as they are now, in place of the search before.
  case start(SearchOrder)
  case stop
}

/// The ways to send frames to the terminal; the raw values name them in options and commands.
package enum PresenterChoice: String, CaseIterable, Hashable, Sendable {
  case direct, curses
}

/// The requests to the session in the terminal.
package enum SessionEffect: Hashable, Sendable {
  case usePresenter(PresenterChoice)
  case suspend
  /// Sorts the folder that is shown in the next order in turn.
  case takeNextOrder
  /// Reads the next page of the source.
  case readOn
  /// Reads the pages of the source that failed again.
  case askAgain
  /// Sorts the folder that is shown by what changed last.
  case putNewestFirst
  /// Puts an item where the date that its picture turned out to have belongs, if items are sorted by that.
  case place(ItemID, takenAt: String)
  /// Sends the whole screen again, because it no longer shows what was drawn.
  case repaint
  /// Ends the program with this status.
  case leave(status: Int32)
}
