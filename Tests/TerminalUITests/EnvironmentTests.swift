import Glibc
import Raster
import Testing

@testable import TerminalUI

extension CursesTests {
  /// The effect of the environment on a session.
  ///
  /// Each test runs in a process of its own, because a process has one locale.
  @Suite struct EnvironmentTests {
    /// Opens a session in an environment, shows a frame by each presenter, and returns the outcome.
    static func outcome(_ environment: String, path: String) -> String {
      let names = [
        "TERM", "COLORTERM", "NO_COLOR", "TMUX", "STY", "LANG", "LC_ALL", "LC_CTYPE", "TERMINFO",
      ]
      for name in names { unsetenv(name) }
      for assignment in environment.split(separator: " ") {
        let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
        setenv(String(parts[0]), String(parts[1]), 1)
      }
      do {
        let session = try TerminalSession(path: path, mouse: true, poller: VirtualPoller())
        defer { session.close() }
        let capabilities = session.capabilities
        let curses = try session.makePresenter(.curses, capabilities.colors)
        _ = curses.present(TerminalTypeTests.screen(firstRow: 1))
        if capabilities.colors == .trueColor {
          let direct = try session.makePresenter(.direct, .trueColor)
          _ = direct.present(TerminalTypeTests.screen(firstRow: 1))
        }
        return "\(capabilities.name) \(curses.colors.rawValue) \(capabilities.charset)"
      } catch {
        return "\(error)"
      }
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        ("TERM=xterm-256color LANG=C.UTF-8", "xterm-256color 256 utf8"),
        ("TERM=xterm-256color LANG=C.UTF-8 COLORTERM=truecolor", "xterm-256color 24bit utf8"),
        ("TERM=xterm-256color LANG=C.UTF-8 NO_COLOR=1", "xterm-256color mono utf8"),
        ("TERM=xterm-256color NO_COLOR= LC_ALL=C.UTF-8", "xterm-256color 256 utf8"),
        ("TERM=screen-256color STY=1.pts COLORTERM=truecolor", "screen-256color 256 utf8"),
        ("TERM=tmux-256color TMUX=/tmp/x,1,0 LANG=C.UTF-8", "tmux-256color 24bit utf8"),
        ("TERM=linux LANG=C.UTF-8", "linux 8 utf8"),
        ("TERM=vt100 LANG=C.UTF-8", "vt100 mono utf8"),
        ("TERM=xterm LC_ALL=POSIX", "xterm 8 utf8"),
        ("TERM=xterm-256color LANG=en_US.ISO-8859-1", "xterm-256color 256 ascii"),
        ("TERM=linux LANG=C.UTF-8 LC_ALL=de_DE.ISO8859-15", "linux 8 ascii"),
        ("TERM=vt100 LC_CTYPE=ru_RU.KOI8-R", "vt100 mono ascii"),
        ("TERM=xterm COLORTERM=24bit LC_ALL=ja_JP.eucJP", "xterm 24bit ascii"),
        ("TERM=xterm-256color LANG=fr_FR.UTF-8", "xterm-256color 256 utf8"),
        ("TERM=xterm-256color LANG=fr_FR.utf8", "xterm-256color 256 utf8"),
        ("TERM=alacritty-of-nobody LANG=C.UTF-8", "xterm-256color 256 utf8"),
        ("TERM=nonsense", "\(TerminalError.unknownTerminal(name: "nonsense"))"),
        ("LANG=C", "\(TerminalError.unknownTerminal(name: ""))"),
        ("TERM=dumb LANG=C.UTF-8", "\(TerminalError.incapableTerminal(name: "dumb"))"),
      ])
    func `the environment decides`(environment: String, expected: String) async throws {
      let pty = try Pty(columns: 60, rows: 16)
      await #expect(processExitsWith: .success) {
        [
          path = pty.path as String, environment = environment as String,
          expected = expected as String
        ] in
        let outcome = EnvironmentTests.outcome(environment, path: path)
        if outcome != expected { fatalError("\(environment): \(outcome), not \(expected)") }
      }
      let bytes = pty.outputBytes()
      if expected.hasSuffix("ascii") { #expect(bytes.allSatisfy { $0 < 0x80 }) }
      if expected.hasSuffix("utf8") { #expect(bytes.contains { $0 >= 0x80 }) }
    }
  }
}
