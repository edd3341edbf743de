import Prefetching

/// How long keys took to be seen: from a key's arrival to the terminal's answer to the frame that
/// shows what it did.
///
/// A frame in several parts shows it with its last part.
package struct ShownClock: Sendable {
  private struct Key {
    let arrivedAt: Duration
    /// The frame that shows it; nil before one does.
    var frame: Int?
  }

  /// All times of the session; none while nothing was answered.
  package private(set) var session = DurationHistogram()
  package private(set) var last: Duration?
  /// The latest, for exact percentiles.
  private var recent = RecentValues<Duration>(capacity: FrameProfiler.windowLength)
  /// Those that are not known to be seen, oldest first.
  private var keys: [Key] = []

  /// Of a burst of more, the first are timed.
  static let mostKeys = 256

  package init() {}

  /// Percentiles of the latest 600.
  package var window: Percentiles { Percentiles(recent.unordered) }

  package mutating func keyArrived(at now: Duration) {
    if keys.count < Self.mostKeys { keys.append(Key(arrivedAt: now)) }
  }

  /// All that has happened up to now is shown by a frame, or, where nothing had to be sent for it,
  /// already.
  ///
  /// - Parameter frame: the number of the frame or of its last part; nil if nothing was sent.
  package mutating func presented(inFrame frame: Int?) {
    guard let frame else {
      keys.removeAll { $0.frame == nil }
      return
    }
    for index in keys.indices where keys[index].frame == nil { keys[index].frame = frame }
  }

  /// A frame was answered, which says so for all before it as well.
  package mutating func answered(frame: Int, at now: Duration) {
    let shown = keys.prefix { $0.frame.map { $0 <= frame } ?? false }
    for key in shown { record(now - key.arrivedAt) }
    keys.removeFirst(shown.count)
  }

  /// Frames are not answered, so that no time can be told.
  package mutating func giveUp() {
    keys.removeAll(keepingCapacity: true)
  }

  private mutating func record(_ duration: Duration) {
    last = duration
    session.record(duration)
    recent.append(duration)
  }
}
