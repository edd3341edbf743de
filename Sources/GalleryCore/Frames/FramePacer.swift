/// When frames may be presented: at once when idle, then at most one per period.
///
/// A change is shown at the next deadline; the frame is late when it is presented after that
/// deadline plus one period.
package struct FramePacer: Hashable, Sendable {
  package let period: Duration
  private var lastStart: Duration?
  private var requestedAt: Duration?

  /// - Parameter framesPerSecond: clamped to 1...1000.
  package init(framesPerSecond: Int) {
    period = .nanoseconds(1_000_000_000 / min(max(framesPerSecond, 1), 1_000))
  }

  /// Something changed, or will at an instant that has yet to come; only the earliest request
  /// before a frame counts.
  package mutating func requestFrame(at instant: Duration) {
    requestedAt = requestedAt.map { min($0, instant) } ?? instant
  }

  /// When the next frame should start; nil when nothing changed.
  package var nextFrame: Duration? {
    guard let requestedAt else { return nil }
    return lastStart.map { max(requestedAt, $0 + period) } ?? requestedAt
  }

  /// A frame starts.
  ///
  /// - Returns: the instant by which it should have been presented.
  package mutating func frameStarts(at now: Duration) -> Duration {
    let due = nextFrame ?? now
    // Deadlines form a grid while frames follow each other, so that a late timer does not shift
    // all later ones; a whole period late starts a new grid.
    lastStart = now - due < period ? due : now
    requestedAt = nil
    return due + period
  }
}
