import Foundation
import Glibc
import Testing

/// Every way out gives the terminal back as it was found.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LeavingTests {
  /// What must have been undone: synchronized output, mouse, alternate screen, hidden cursor.
  private static let restored = ["\u{1B}[?1049l", "\u{1B}[?25h"]

  private func open(_ presenter: String) async throws -> (PseudoTerminal, [UInt32]) {
    let terminal = try PseudoTerminal(["--presenter", presenter, "--latency", "1"])
    let before = terminal.settingsFound
    try #require(try await eventually { terminal.text.contains("food") })
    try #require(terminal.settings != before)
    return (terminal, before)
  }

  private func ending(of terminal: PseudoTerminal) async throws -> PseudoTerminal.Ending? {
    var ending: PseudoTerminal.Ending?
    _ = try await eventually {
      ending = terminal.ending
      return ending != nil
    }
    return ending
  }

  @Test(arguments: ["direct", "curses"], [("q", Int32(0)), ("\u{3}", 130)])
  func `keys leave with their status`(presenter: String, key: (String, Int32)) async throws {
    let (terminal, before) = try await open(presenter)
    terminal.type(key.0)
    #expect(try await ending(of: terminal) == .status(key.1))
    #expect(terminal.settings == before)
    for sequence in Self.restored {
      #expect(try await eventually { terminal.text.contains(sequence) })
    }
  }

  @Test(arguments: ["direct", "curses"], [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT])
  func `a signal ends the program by that signal, the terminal restored`(
    presenter: String, signal: Int32
  ) async throws {
    let (terminal, before) = try await open(presenter)
    kill(terminal.child, signal)
    #expect(try await ending(of: terminal) == .signal(signal))
    #expect(terminal.settings == before)
    for sequence in Self.restored {
      #expect(try await eventually { terminal.text.contains(sequence) })
    }
  }

  @Test(arguments: ["direct", "curses"])
  func `a vanished terminal leaves no process`(presenter: String) async throws {
    let (terminal, _) = try await open(presenter)
    terminal.hangUp()
    #expect(try await ending(of: terminal) != nil)
  }

  @Test func `two thousand keys at once are a few frames, not two thousand`() async throws {
    let file = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString).json"
    defer { unlink(file) }
    let terminal = try PseudoTerminal(["--latency", "1", "--report", file])
    try #require(try await eventually { terminal.text.contains("food") })
    terminal.type(String(repeating: "\u{1B}OB\u{1B}OA", count: 1_000) + "q")
    #expect(try await ending(of: terminal) == .status(0))
    let report = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: file)))
    let frames = try #require((report as? [String: Any])?["frames"] as? [String: Any])
    let count = try #require(frames["count"] as? Int)
    #expect(count < 200)
  }

  @Test func `both forms of the arrows are keys`() async throws {
    let (terminal, _) = try await open("direct")
    terminal.type("\u{1B}[B\u{1B}OB")
    #expect(
      try await eventually { terminal.text.contains("3/100") || terminal.text.contains("food 2") })
    terminal.type("\u{1B}[4~")
    #expect(try await eventually { terminal.text.contains("99") })
    terminal.type("q")
    #expect(try await ending(of: terminal) == .status(0))
  }

  @Test func `an idle program uses no processor time`() async throws {
    let (terminal, _) = try await open("direct")
    try #require(try await eventually { terminal.text.contains("pixels") })
    // Settled when two looks a tenth of a second apart see the same.
    var last = -1
    let isIdle = try await eventually {
      let ticks = terminal.processorTicks
      defer { last = ticks }
      try await ContinuousClock().sleep(for: .milliseconds(300))
      return ticks == last
    }
    #expect(isIdle)
    terminal.type("q")
    #expect(try await ending(of: terminal) == .status(0))
  }
}
