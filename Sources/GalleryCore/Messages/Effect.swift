import GalleryItems

/// A request from the gallery to the outside, grouped by the part that carries it out.
///
/// As data, it can be compared by tests and canceled by identity.
package enum Effect: Hashable, Sendable {
  case pipeline(PipelineEffect)
  case detail(DetailEffect)
  case search(SearchEffect)
  /// Keeps a change of the marks for the next session.
  case marks(MarkChange)
  case files(FileEffect)
  case session(SessionEffect)
}

/// The requests to the pipeline that loads pictures, for tiles and the detail view alike.
package enum PipelineEffect: Hashable, Sendable {
  /// Loads a picture for the screen now; also raises the priority of a pending load of the same
  /// key.
  case load(TileRequest)
  /// Loads a picture that will probably be on screen after this time.
  case prefetch(TileRequest, timeToVisible: Duration = .zero)
  /// Reports that a tile on the screen uses a prefetched picture.
  case used(TileRequest)
  /// Cancels a load that is no longer needed.
  case cancel(TileKey)
  /// Retries all waiting loads immediately.
  case retryNow
}

/// The requests for the open picture of the detail view.
package enum DetailEffect: Hashable, Sendable {
  /// Requests the description of a picture, answered by `Event.described`.
  case describe(TileRequest)
  /// Cancels the description of a picture.
  case stopDescribing(TileKey)
  /// Renders a part of a picture for the terminal; a new request replaces the old one.
  case render(RenderRequest)
  /// Plays an animation at its own pace, replacing the previous one.
  case animate(TileRequest)
  case stopAnimating(TileKey)
}

/// The requests for background searches through items.
package enum SearchEffect: Hashable, Sendable {
  /// Searches the captions of the current items, replacing the previous search.
  case start(SearchOrder)
  case stop
  /// Finds the items that a filter shows, replacing the previous order.
  case filter(FilterOrder)
  case stopFilter
}

/// The ways to send frames to the terminal; the raw values name them in options and commands.
package enum PresenterChoice: String, CaseIterable, Hashable, Sendable {
  case direct, curses
}

/// The requests to the session in the terminal.
package enum SessionEffect: Hashable, Sendable {
  case usePresenter(PresenterChoice)
  case suspend
  /// Starts a program.
  case run(ProgramRun)
  /// Puts the paths or URLs of items, by their ids, on the terminal's clipboard.
  case copyNames(RangeSet<Int>)
  /// Puts the file of an item on the terminal's clipboard; `FileNews.copied` tells the end.
  case copyPicture(ItemID)
  /// Shows the list of the worst frames; see `Gallery.listFrames`.
  case listFrames
  /// Logs the frames to a new file; nil ends that log.
  case log(to: String?)
  /// Adds a mark to the logs.
  case mark(String)
  /// Sorts the shown folder in the next order.
  case takeNextOrder
  /// Reverses the order of the shown folder.
  case reverseOrder
  /// Reads the next page of the source.
  case readOn
  /// Retries the failed pages of the source.
  case askAgain
  /// Sorts the shown folder by latest change.
  case putNewestFirst
  /// Moves an item to the position of its picture's date, if items are sorted by date.
  case place(ItemID, takenAt: String)
  /// Redraws the whole screen, because it was garbled.
  case repaint
  /// Ends the program with this status.
  case leave(status: Int32)
}
