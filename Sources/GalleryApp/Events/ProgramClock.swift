import Glibc

/// The clocks of the program: everything else takes instants as arguments.
package enum ProgramClock {
  /// When the process started.
  ///
  /// The kernel tells that only to 10 ms. What ran before `main` is loading and linking, all of it
  /// processor time, so that time is taken back from now.
  private static let origin: Duration = read(CLOCK_MONOTONIC) - read(CLOCK_PROCESS_CPUTIME_ID)

  /// Time since the start of the process.
  package static var now: Duration { read(CLOCK_MONOTONIC) - origin }

  /// Processor time of the calling thread.
  package static var threadCPU: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Processor time of the whole process.
  package static var processCPU: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: Int32) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
