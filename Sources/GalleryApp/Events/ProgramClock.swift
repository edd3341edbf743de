import Glibc

/// The clocks of the program; all other code takes instants as arguments.
package enum ProgramClock {
  /// The start of the process.
  ///
  /// The kernel reports it only to 10 ms. Until `main`, only loading and linking run, which is all
  /// processor time, so the origin is now minus that time.
  private static let origin: Duration = read(CLOCK_MONOTONIC) - read(CLOCK_PROCESS_CPUTIME_ID)

  /// The time since the start of the process.
  package static var now: Duration { read(CLOCK_MONOTONIC) - origin }

  /// The processor time of the calling thread.
  package static var threadCPU: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of the whole process.
  package static var processCPU: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: Int32) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
