import GalleryItems

/// A slideshow: open pictures follow each other, each an interval after it is shown or has failed.
struct Slideshow: Sendable {
  /// The possible intervals, in seconds.
  static let seconds = 1...3600

  private var interval = Duration.seconds(5)
  private(set) var isRunning = false
  /// The picture that is shown, and the beginning of its interval; nil while it loads.
  private var shown: (item: ItemID, since: Duration)?

  /// The instant of the next picture, or another one that comes before it.
  func nextAt(or other: Duration?) -> Duration? {
    [isRunning ? shown.map { $0.since + interval } : nil, other].compactMap(\.self).min()
  }

  /// Starts, or ends if it runs without a new interval.
  ///
  /// - Returns: a message for the person.
  mutating func toggle(every interval: Duration?) -> String {
    shown = nil
    isRunning = !isRunning || interval != nil
    self.interval = interval ?? self.interval
    let seconds = self.interval.components.seconds
    return isRunning ? "slideshow: \(seconds) s each; F5 or Esc ends it" : "the slideshow has ended"
  }

  mutating func end() { isRunning = false }

  /// Records the open picture.
  ///
  /// - Parameter item: its item if it is shown or has failed.
  mutating func record(_ item: ItemID?, at now: Duration) {
    if item != shown?.item { shown = item.map { ($0, now) } }
  }

  /// Whether the next picture is due; its interval has then begun.
  mutating func takeDue(at now: Duration) -> Bool {
    guard isRunning, let shown, shown.since + interval <= now else { return false }
    // A picture that none follows begins its interval again.
    self.shown?.since = now
    return true
  }
}

extension Navigation {
  /// Selects the next item, or the first one after the last, once all are known.
  ///
  /// - Parameter notice: about the former one.
  mutating func showNext(of board: TileBoard, hiding notice: inout String?) {
    notice = nil
    select(selection + 1 == itemCount && board.isSourceComplete ? 0 : selection + 1)
  }
}
