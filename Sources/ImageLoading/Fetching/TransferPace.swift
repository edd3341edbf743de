/// Judges whether a transfer still gets anywhere: something comes, and enough of it.
struct TransferPace: Sendable {
  typealias Instant = SuspendingClock.Instant

  private let limits: ImageLimits
  private var lastByte: Instant
  /// The stretch of the body that is being measured; none before the body begins.
  private var window: (start: Instant, bytes: Int)?

  init(_ limits: ImageLimits, startingAt now: Instant) {
    self.limits = limits
    lastByte = now
  }

  /// Records that the body begins.
  mutating func beginBody(at now: Instant) {
    lastByte = now
    window = (now, 0)
  }

  /// Records that a piece of the body has come.
  mutating func record(_ count: Int, at now: Instant) {
    lastByte = now
    window?.bytes += count
  }

  /// The next time to check it: the transfer is not given up before it, and new bytes only put it off.
  var nextCheck: Instant { min(lastByte, window?.start ?? lastByte) + limits.timeout }

  /// Returns why the transfer must end now; nil if it may go on.
  ///
  /// If called less than once a `timeout`, it judges longer stretches than that; it is never
  /// stricter.
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
