import Glibc
import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  /// The terminal of a relayed command, as it is given back.
  @Suite struct RawTerminalTests {
    private let restoring = Array("\u{1B}[?1049l".utf8)

    /// Writes until the terminal takes no more, and returns the number of bytes.
    private func fill(_ terminal: RawTerminal) -> Int {
      let line = Array(repeating: UInt8(ascii: "y"), count: 4096)[...]
      var count = 0
      while case let taken = terminal.write(line), taken > 0 { count += taken }
      return count
    }

    @Test func `the last bytes wait for room, and then all arrive`() throws {
      let pty = try Pty()
      let poller = VirtualPoller()
      let terminal = try RawTerminal(path: pty.path, poller: poller)
      // More than what fits in any case, with the bytes that restore at its end.
      let count = fill(terminal)
      let last = Array(repeating: UInt8(ascii: "z"), count: 8_000) + restoring
      try pty.takeOutput(count, at: .milliseconds(400), in: poller.time)
      terminal.close(after: last)
      #expect(pty.outputBytes(count: last.count) == last)
    }

    @Test func `a terminal that takes nothing is given back after half a second`() throws {
      let pty = try Pty()
      let found = pty.modes
      let poller = VirtualPoller()
      let terminal = try RawTerminal(path: pty.path, poller: poller)
      #expect(pty.modes != found)
      _ = fill(terminal)
      terminal.close(after: Array(repeating: UInt8(ascii: "z"), count: 1_000_000) + restoring)
      #expect(poller.now == .milliseconds(500) && pty.modes == found)
    }
  }
}
