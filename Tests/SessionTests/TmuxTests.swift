import Foundation
import PlaceholderServer
import TestSupport
import Testing

/// A person works in tmux.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct TmuxTests {
  @Test func `the gallery scrolls, resizes, is suspended and left in tmux`() throws {
    let socket = "filmstrip-test-\(UUID().uuidString)"
    let variables = BuiltProgram.environment(term: "tmux-256color").map { "\($0.key)=\($0.value)" }
    let terminal = try Terminal(
      ["-u", "-L", socket, "-f", "/dev/null", "new-session", "env", "-i"] + variables
        + ["sh", "-i"], of: "/usr/bin/tmux")
    defer { _ = try? ChildProcess(["tmux", "-L", socket, "kill-server"]).wait() }
    try terminal.shows("prompt>")
    try terminal.type("'\(BuiltProgram.path)' --latency 1 --count 100\r")
    try terminal.press(("", "1/100 \(Scene(number: 0).caption)"), ("", "9x6  PNG"))
    try terminal.press(
      ("jj", "3/100 \(Scene(number: 2).caption)"), ("G", "100/100 \(Scene(number: 99).caption)"),
      ("g", "1/100 \(Scene(number: 0).caption)"))
    terminal.resize(columns: 120, rows: 40)
    try terminal.shows("camera")
    try terminal.type("\u{1A}")
    try terminal.prompts()
    try terminal.press(
      ("fg\r", "1/100 \(Scene(number: 0).caption)"), ("j", "2/100 \(Scene(number: 1).caption)"))
    try terminal.type("q")
    try terminal.prompts()
    try terminal.type("exit\r")
    #expect(try terminal.end() == .status(0))
  }
}
