/// Remembers the longest unusual wait for a load in the last minute.
///
/// ``ReadyTimes`` forgets an outage within a screenful or two of loads, but another outage may follow.
///
/// - Complexity: O(1) amortized for every call.
struct OutageMemory: Sendable {
  /// The shortest wait that is an outage, and its least ratio to the usual time of loads.
  private static let shortest = Duration.milliseconds(1_500)
  private static let leastRatio = 4
  private static let memory = Duration.seconds(60)
  /// The most waits remembered; the shortest are dropped.
  private static let most = 32

  private struct Wait {
    let end: Duration
    let time: Duration
  }

  /// Each wait is longer than all that ended later.
  private var waits: [Wait] = []

  /// Notes how long a load took, or waited until it was canceled.
  ///
  /// - Parameter usual: the average time of earlier loads; nil if there were none. Then the wait does not count,
  ///   because the first loads also wait for a connection.
  mutating func note(_ time: Duration, at now: Duration, usual: Duration?) {
    guard let usual, time >= max(Self.shortest, usual * Self.leastRatio) else { return }
    waits.removeAll { now - $0.end > Self.memory }
    while let last = waits.last, last.time <= time { waits.removeLast() }
    if waits.count < Self.most { waits.append(Wait(end: now, time: time)) }
  }

  /// The longest wait; nil for none.
  func longest(at now: Duration) -> Duration? {
    waits.first { now - $0.end <= Self.memory }?.time
  }
}
