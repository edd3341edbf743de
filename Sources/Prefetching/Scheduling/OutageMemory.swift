/// Remembers the longest wait for a load in the last minute that the link does not usually cause.
///
/// ``ReadyTimes`` forgets an outage within a screenful or two of loads, and where one was another may follow.
///
/// - Complexity: O(1) amortized for every call.
struct OutageMemory: Sendable {
  /// Shorter waits are no outage, and neither are those of fewer times what loads usually take.
  private static let shortest = Duration.milliseconds(1_500)
  private static let leastRatio = 4
  private static let memory = Duration.seconds(60)
  /// The most waits to remember, so that memory is bounded; the shortest ones are left out.
  private static let most = 32

  private struct Wait {
    let end: Duration
    let time: Duration
  }

  /// Each is longer than all that have ended later.
  private var waits: [Wait] = []

  /// Notes how long a load took, or waited until it was given up.
  ///
  /// - Parameter usual: the time that nine in ten earlier loads did not exceed; nil if there were none. Then the wait is
  ///   none: the first loads wait for a connection too.
  mutating func note(_ time: Duration, at now: Duration, usual: Duration?) {
    guard let usual, time >= max(Self.shortest, usual * Self.leastRatio) else { return }
    waits.removeAll { now - $0.end > Self.memory }
    while let last = waits.last, last.time <= time { waits.removeLast() }
    if waits.count < Self.most { waits.append(Wait(end: now, time: time)) }
  }

  /// The longest wait; nil if there was none.
  func longest(at now: Duration) -> Duration? {
    waits.first { now - $0.end <= Self.memory }?.time
  }
}
