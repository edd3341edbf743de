import CPseudoTerminal
import Glibc
import Testing

@testable import TerminalRelay

/// A command on a pseudo-terminal of its own.
@Suite struct PseudoTerminalTests {
  @Test func `a signal that comes before the command has started is sent then`() throws {
    let terminal = try PseudoTerminal(
      ["sleep", "1000"], environment: ["PATH=/usr/bin:/bin"], size: winsize(), modes: nil)
    // Only a notice tells that it has started.
    terminal.signal(SIGTERM)
    var notices: [PseudoTerminal.Notice] = []
    var waiting = pollfd(fd: terminal.noticeDescriptor, events: Int16(POLLIN), revents: 0)
    while notices.isEmpty, poll(&waiting, 1, 60_000) > 0 { notices = terminal.notices() }
    try #require(notices.first == .ended(.signaled(SIGTERM)))
    terminal.waitForLeader()
  }
}
