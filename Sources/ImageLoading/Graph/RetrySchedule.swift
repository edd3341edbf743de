/// The failed transfers that sleep until their next attempt.
struct RetrySchedule: Sendable {
  private let policy: RetryPolicy
  private let chance: @Sendable () -> Double
  private var sleeping = IndexedHeap<LoadID, Duration>()

  /// - Parameter chance: from 0 to below 1: the random part of the delay before another attempt.
  init(_ policy: RetryPolicy, chance: @escaping @Sendable () -> Double) {
    self.policy = policy
    self.chance = chance
  }

  /// When the next one wakes; nil if none sleeps.
  var next: Duration? { sleeping.first?.rank }

  /// How long a transfer sleeps after an error; nil if no attempt follows, as for what is not on screen.
  func delay(after error: ImageError, of state: TransferState, at time: LoadTime) -> Duration? {
    if state.urgency.priority.isSpeculative { return nil }
    return policy.delay(
      after: error, attempt: state.failures + 1,
      retryAfter: state.attempt?.head?.retryDelay(receivedAt: time.wallSeconds), random: chance())
  }

  /// Makes a transfer sleep; returns its place.
  mutating func add(_ id: LoadID, until instant: Duration) -> Int {
    sleeping.insert(id, rank: instant)
  }

  mutating func remove(at place: Int) { sleeping.remove(at: place) }

  /// Takes the next transfer that sleeps no longer than until then, or however long; nil if none does.
  mutating func take(until instant: Duration?) -> LoadID? {
    guard let next, next <= instant ?? next else { return nil }
    return sleeping.removeFirst()?.element
  }
}
