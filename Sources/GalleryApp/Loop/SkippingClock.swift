import Glibc
import Synchronization
import TerminalUI

/// A clock that skips waits, for scripts and recordings that are played as fast as possible.
///
/// Its time passes only in waits for an instant. It stands still while the program works and while pictures load, so
/// that what is shown depends on neither.
final class SkippingClock: ProgramClock {
  private let system = SystemClock()
  private let instant = Mutex(Duration.zero)

  var now: Duration { instant.withLock { $0 } }
  var threadCPU: Duration { system.threadCPU }
  var processCPU: Duration { system.processCPU }
  let waitsForLoads = true

  /// Midnight at the start, so that figures do not depend on the hour.
  var timeOfDay: Duration { .seconds(now.components.seconds % 86_400) }

  func poll(_ descriptors: inout [pollfd], until instant: Duration?) -> Bool {
    guard let instant else { return system.poll(&descriptors, until: nil) }
    if system.poll(&descriptors, until: .zero) { return true }
    self.instant.withLock { $0 = max($0, instant) }
    return false
  }
}
