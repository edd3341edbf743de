import LinkEstimates

/// Learns how fast pictures become ready without a link: files, which wait for a decoder.
///
/// It averages the interval between ready pictures while others are pending.
/// So a burst, such as a first screen, does not make the decoder look slow.
///
/// - Complexity: O(1) for every call but `apply`.
struct LocalPace: Sendable {
  /// The loads under way.
  private var underWay: Set<Int> = []
  /// The time of the last ready picture; nil if no other was pending then.
  private var lastReadyAt: Duration?
  /// The average time from one ready picture to the next.
  private var timeBetween = MovingAverage<Duration>(divisor: Constants.Average.divisor)

  /// The time from a request to a ready picture while all slots are in use; nil if unknown.
  func timeToReady(slots: Int) -> Duration? {
    timeBetween.value.map { .seconds(min(1e6, Double(slots) * ($0 / .seconds(1)))) }
  }

  mutating func recordStart(_ item: Int) { underWay.insert(item) }

  mutating func becameReady(_ item: Int, at now: Duration) {
    guard underWay.remove(item) != nil else { return }
    if let lastReadyAt {
      timeBetween.add(min(now - lastReadyAt, Constants.Average.longestInterval))
    }
    lastReadyAt = underWay.isEmpty ? nil : now
  }

  /// Forgets a canceled or failed load.
  mutating func forget(_ item: Int) {
    underWay.remove(item)
    if underWay.isEmpty { lastReadyAt = nil }
  }

  /// Moves items to their new places.
  mutating func apply(_ changes: ItemChanges) {
    underWay = Set(underWay.compactMap(changes.place))
    if underWay.isEmpty { lastReadyAt = nil }
  }
}
