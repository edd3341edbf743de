import Glibc

/// A clock, and the wait for descriptors by it.
///
/// Tests replace it by one whose time passes without waiting.
package protocol Poller: Sendable {
  /// The time since the start of the program.
  var now: Duration { get }

  /// Waits until a descriptor is ready or an instant has come.
  ///
  /// - Parameter instant: a past one does not wait; nil waits for the descriptors only.
  /// - Returns: whether a descriptor is ready.
  @discardableResult
  func poll(_ descriptors: inout [pollfd], until instant: Duration?) -> Bool
}

extension Poller {
  /// Waits until an instant.
  package func wait(until instant: Duration) {
    var none: [pollfd] = []
    poll(&none, until: instant)
  }
}

/// The clocks and the `poll` of the system.
package struct SystemClock: Poller {
  /// The start of the process, by the monotonic clock.
  private let start: Duration

  /// Creates the clock, early in a program.
  ///
  /// The kernel reports the start of the process only to 10 ms. Until `main`, only loading and
  /// linking run, which is all processor time, so the start is now minus that time.
  package init() {
    start = Self.time(of: CLOCK_MONOTONIC) - Self.time(of: CLOCK_PROCESS_CPUTIME_ID)
  }

  package var now: Duration { Self.time(of: CLOCK_MONOTONIC) - start }

  package func poll(_ descriptors: inout [pollfd], until instant: Duration?) -> Bool {
    while true {
      // Whole milliseconds, rounded up: a caller that woke early would have to wait again.
      let timeout = instant.map { (max(.zero, $0 - now) / .milliseconds(1)).rounded(.up) }
      let limit = timeout.map { Int32(clamping: Int($0)) } ?? -1
      let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), limit)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// The time of one of the system's clocks.
  package static func time(of clock: Int32) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
