import Dispatch

/// A one-shot timer; it never fires after it is released.
///
/// `@unchecked Sendable` is safe: a dispatch source may be used from any thread.
final class Alarm: @unchecked Sendable {
  /// Practically never, but few enough nanoseconds for an `Int`.
  private static let longestDelay = Duration.seconds(1 << 30)

  private let timer = DispatchSource.makeTimerSource()

  /// - Parameter ring: called on a queue of libdispatch.
  init(after delay: Duration, ring: @escaping @Sendable () -> Void) {
    let delay = min(max(.zero, delay), Self.longestDelay)
    timer.schedule(
      deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1))), leeway: .milliseconds(5))
    timer.setEventHandler(handler: ring)
    timer.activate()
  }

  deinit { timer.cancel() }
}
