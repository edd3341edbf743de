/// Detects transfers that have timed out or are too slow.
struct TransferPace: Sendable {
  typealias Instant = SuspendingClock.Instant

  private let limits: ImageLimits
  private var lastByte: Instant
  /// The start and size of the part of the body being measured; nil before the body begins.
  private var window: (start: Instant, bytes: Int)?

  init(_ limits: ImageLimits, startingAt now: Instant) {
    self.limits = limits
    lastByte = now
  }

  /// Records the start of the body.
  mutating func beginBody(at now: Instant) {
    lastByte = now
    window = (now, 0)
  }

  /// Records a chunk of the body.
  mutating func record(_ count: Int, at now: Instant) {
    lastByte = now
    window?.bytes += count
  }

  /// The next time to check: the transfer can't fail before, and new bytes only postpone it.
  var nextCheck: Instant { min(lastByte, window?.start ?? lastByte) + limits.timeout }

  /// Returns the error if the transfer has timed out or is too slow, else nil.
  ///
  /// If called less than once per `timeout`, it measures longer periods; it is never stricter.
  mutating func failure(at now: Instant) -> ImageError? {
    if now - lastByte >= limits.timeout { return .timedOut(after: limits.timeout) }
    guard let window, now - window.start >= limits.timeout else { return nil }
    let rate = Double(window.bytes) / ((now - window.start) / .seconds(1))
    if rate < Double(limits.minimumBytesPerSecond) {
      return .tooSlow(bytesPerSecond: Int(rate), minimum: limits.minimumBytesPerSecond)
    }
    self.window = (now, 0)
    return nil
  }
}
