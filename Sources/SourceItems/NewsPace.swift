/// A rate limiter for a source's snapshots, which spares the reader and the screen.
package struct NewsPace {
  private static let interval = Duration.milliseconds(50)

  private let clock = ContinuousClock()
  private var latest: ContinuousClock.Instant?
  private var rest = interval

  package init() {}

  /// The time to wait before the next snapshot; zero if it may be posted now.
  package var wait: Duration {
    latest.map { max(.zero, rest - $0.duration(to: clock.now)) } ?? .zero
  }

  /// Records that a snapshot was posted.
  ///
  /// Snapshots that take long are posted less often, so that they take at most a fifth of the time.
  ///
  /// - Parameter start: the time when making the snapshot began.
  package mutating func toldNews(since start: ContinuousClock.Instant) {
    let now = clock.now
    rest = max(Self.interval, start.duration(to: now) * 4)
    latest = now
  }

  /// Allows the next snapshot immediately.
  package mutating func release() { latest = nil }

  /// Delays the next snapshot.
  package mutating func hold(for time: Duration) {
    rest = time
    latest = clock.now
  }
}
