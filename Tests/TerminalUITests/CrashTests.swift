import Glibc
import Testing

@testable import TerminalUI

extension CursesTests {
  /// Each body runs in a process of its own, which ends on a terminal that this process holds.
  @Suite struct CrashTests {
    /// Directs standard error to a terminal, as it is for a person.
    static func openSession(_ path: String) throws -> TerminalSession {
      dup2(open(path, O_RDWR | O_NOCTTY), STDERR_FILENO)
      return try TerminalSession(path: path, type: "xterm-256color", mouse: true)
    }

    static func expectRestored(_ pty: Pty, _ found: [UInt32]) -> String {
      #expect(pty.modes == found)
      let text = pty.output()
      for off in ["\u{1B}[?1049l", "\u{1B}[?1000l", "\u{1B}[?25h", "\u{1B}[?2026l"] {
        #expect(text.contains(off), "\(off.debugDescription)")
      }
      return text.components(after: "\u{1B}[?1049l")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a fatal error leaves the terminal as it was found, and its message after that`()
      async throws
    {
      let pty = try Pty()
      let found = pty.modes
      await #expect(processExitsWith: .failure) { [path = pty.path as String] in
        let session = try CrashTests.openSession(path)
        withExtendedLifetime(session) {
          fatalError("on \u{1B}[31mpurpose")
        }
      }
      let rest = Self.expectRestored(pty, found)
      #expect(rest.contains("on ?[31mpurpose"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `an exit that closed nothing leaves the terminal as it was found`() async throws {
      let pty = try Pty()
      let found = pty.modes
      await #expect(processExitsWith: .exitCode(3)) { [path = pty.path as String] in
        let session = try CrashTests.openSession(path)
        withExtendedLifetime(session) { exit(3) }
      }
      _ = Self.expectRestored(pty, found)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a program that was told to end ends by that signal`() async throws {
      let pty = try Pty()
      let found = pty.modes
      await #expect(processExitsWith: .signal(SIGTERM)) { [path = pty.path as String] in
        let session = try CrashTests.openSession(path)
        raise(SIGTERM)
        guard session.readSignals() == [.terminate(SIGTERM)] else { return }
        session.close()
        TerminalSession.die(of: SIGTERM)
      }
      #expect(pty.modes == found)
    }
  }
}

extension String {
  /// The text after the last occurrence of another.
  fileprivate func components(after text: String) -> String {
    guard let range = ranges(of: text).last else { return "" }
    return String(self[range.upperBound...])
  }
}
