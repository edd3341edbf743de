import Glibc
import TerminalUI

/// The clocks of the program, and its wait for input; made once, and passed to the run loop and all that it drives.
package protocol ProgramClock: Poller {
  /// The processor time of the calling thread.
  var threadCPU: Duration { get }

  /// The processor time of the whole process.
  var processCPU: Duration { get }
}

extension SystemClock: ProgramClock {
  package var threadCPU: Duration { Self.time(of: CLOCK_THREAD_CPUTIME_ID) }
  package var processCPU: Duration { Self.time(of: CLOCK_PROCESS_CPUTIME_ID) }
}
