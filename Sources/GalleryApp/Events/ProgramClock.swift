import Glibc
import TerminalUI

/// The clocks of the program, and its wait for input; made once, and passed to the run loop and all that it drives.
package protocol ProgramClock: Poller {
  /// The processor time of the calling thread.
  var threadCPU: Duration { get }

  /// The processor time of the whole process.
  var processCPU: Duration { get }

  /// The local time of day in whole seconds, since midnight.
  var timeOfDay: Duration { get }

  /// Whether frames and time wait until all requested pictures have come; false by default.
  var waitsForLoads: Bool { get }
}

extension ProgramClock {
  package var waitsForLoads: Bool { false }
}

extension SystemClock: ProgramClock {
  package var threadCPU: Duration { Self.time(of: CLOCK_THREAD_CPUTIME_ID) }
  package var processCPU: Duration { Self.time(of: CLOCK_PROCESS_CPUTIME_ID) }

  package var timeOfDay: Duration {
    var (seconds, parts) = (Glibc.time(nil), tm())
    guard localtime_r(&seconds, &parts) != nil else { return .zero }
    return .seconds(parts.tm_hour * 3_600 + parts.tm_min * 60 + parts.tm_sec)
  }
}
