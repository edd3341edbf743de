import Glibc
import TerminalUI
import TestSupport

/// Waits for terminals in virtual time.
struct VirtualPoller: Poller {
  var time = VirtualTime()

  var now: Duration { time.now }

  func poll(_ descriptors: inout [pollfd], until instant: Duration?) -> Bool {
    time.poll(&descriptors, until: instant)
  }
}
