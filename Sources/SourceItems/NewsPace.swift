/// How often a source tells of news, so that neither the person nor the screen waits for it.
package struct NewsPace {
  private static let interval = Duration.milliseconds(50)

  private let clock = ContinuousClock()
  private var latest: ContinuousClock.Instant?
  private var rest = interval

  package init() {}

  /// The time until news may be told; zero if it may be told now.
  package var wait: Duration {
    latest.map { max(.zero, rest - $0.duration(to: clock.now)) } ?? .zero
  }

  /// Notes that news were told.
  ///
  /// News that takes long to tell is told less often, so that it takes a fifth of the time at most.
  ///
  /// - Parameter start: when the making of the news began.
  package mutating func toldNews(since start: ContinuousClock.Instant) {
    let now = clock.now
    rest = max(Self.interval, start.duration(to: now) * 4)
    latest = now
  }

  /// Lets news be told at once.
  package mutating func release() { latest = nil }

  /// Waits for a time before the next news.
  package mutating func hold(for time: Duration) {
    rest = time
    latest = clock.now
  }
}
