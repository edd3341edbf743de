import LinkEstimates

/// Measures the time from a key's arrival to the terminal's answer to the frame that shows its
/// effect.
///
/// A frame in several parts shows the effect with its last part.
package struct ShownClock: Sendable {
  private struct Key {
    let arrivedAt: Duration
    /// The frame that shows the key's effect; nil before there is one.
    var frame: Int?
  }

  /// All times of the session; empty while nothing was answered.
  package private(set) var session = DurationHistogram()
  package private(set) var last: Duration?
  /// The latest times, for exact percentiles.
  private var recent = RecentValues<Duration>(capacity: FrameProfiler.windowLength)
  /// The keys whose effect is not confirmed, oldest first.
  private var keys: [Key] = []

  /// The most keys timed at once; in a longer burst, only the first.
  static let mostKeys = 256

  package init() {}

  /// Percentiles of the latest 600.
  package var window: Percentiles<Duration> { Percentiles(recent.unordered) }

  package mutating func keyArrived(at now: Duration) {
    if keys.count < Self.mostKeys { keys.append(Key(arrivedAt: now)) }
  }

  /// Notes that a frame shows everything that has happened so far.
  ///
  /// If nothing had to be sent, the screen shows it already.
  ///
  /// - Parameter frame: the number of the frame or of its last part; nil if nothing was sent.
  package mutating func presented(inFrame frame: Int?) {
    guard let frame else {
      keys.removeAll { $0.frame == nil }
      return
    }
    for index in keys.indices where keys[index].frame == nil { keys[index].frame = frame }
  }

  /// Notes an answer to a frame, which also confirms all frames before it.
  package mutating func answered(frame: Int, at now: Duration) {
    let shown = keys.prefix { $0.frame.map { $0 <= frame } ?? false }
    for key in shown { record(now - key.arrivedAt) }
    keys.removeFirst(shown.count)
  }

  /// Stops the measurement, because frames are not answered.
  package mutating func giveUp() {
    keys.removeAll(keepingCapacity: true)
  }

  private mutating func record(_ duration: Duration) {
    last = duration
    session.record(duration)
    recent.append(duration)
  }
}
