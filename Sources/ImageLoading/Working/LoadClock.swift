import FoundationEssentials

/// The time by which the loads of a pipeline wait and start.
package protocol LoadClock: Sendable {
  var time: LoadTime { get }

  /// Calls a closure once after a delay, on any thread.
  ///
  /// - Returns: the alarm, which does not ring once it is released.
  func alarm(
    after delay: Duration, ring: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable
}

/// The clocks and the timers of the system.
struct SystemLoadClock: LoadClock {
  private let start = SuspendingClock.now

  var time: LoadTime {
    LoadTime(elapsed: .now - start, wallSeconds: Int(Date.now.timeIntervalSince1970))
  }

  func alarm(
    after delay: Duration, ring: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable {
    Alarm(after: delay, ring: ring)
  }
}
