import Foundation
import Glibc
import Testing

/// A shell in a tmux server of its own, in which the program is run and looked at.
///
/// A class so that the server ends with the test.
final class TmuxScreen: Sendable {
  private let socket = "filmstrip-test-\(UUID().uuidString)"

  /// - Parameters:
  ///   - term: what `TERM` says to the program.
  ///   - trueColor: whether `COLORTERM` does.
  init(columns: Int = 100, rows: Int = 33, term: String = "tmux-256color", trueColor: Bool = true)
    throws
  {
    var environment = BuiltProgram.environment(term: term)
    if !trueColor { environment["COLORTERM"] = nil }
    let assignments = environment.map { "\($0.key)=\($0.value)" }
    try tmux(
      ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env", "-i"]
        + assignments + ["sh", "-i"])
  }

  deinit { try? tmux(["kill-server"]) }

  /// Types a command line and presses Enter.
  func enter(_ line: String) throws {
    try tmux(["send-keys", "-l", line])
    try press("Enter")
  }

  /// Presses keys by tmux's names.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What is on the screen.
  func text() throws -> String { try answer(["capture-pane", "-p"]) }

  private func answer(_ arguments: [String]) throws -> String {
    let file = NSTemporaryDirectory() + socket
    defer { unlink(file) }
    try tmux(arguments, output: file)
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }

  /// Polls the screen for a text; records the screen when it does not come.
  func waitFor(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await waitUntil("“\(text)” on screen", sourceLocation: sourceLocation) {
      $0.contains(text)
    }
  }

  /// Polls the screen until a condition holds.
  func waitUntil(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (String) -> Bool
  ) async throws {
    let held = try await eventually { condition(try text()) }
    if !held {
      Issue.record("no \(what):\n\(try text())", sourceLocation: sourceLocation)
      throw NeverCame()
    }
  }

  /// Polls until the program has taken the alternate screen.
  func waitForGallery() async throws {
    let held = try await eventually {
      try answer(["display-message", "-p", "#{alternate_on}"]).hasPrefix("1")
    }
    if !held {
      Issue.record("no gallery:\n\(try text())")
      throw NeverCame()
    }
  }

  struct NeverCame: Error {}

  private func tmux(_ arguments: [String], output: String = "/dev/null") throws {
    let errors = NSTemporaryDirectory() + socket + ".errors"
    defer { unlink(errors) }
    let status = try Child(
      ["tmux", "-u", "-L", socket] + arguments, output: output, errors: errors
    ).wait()
    guard status != 0 else { return }
    let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    throw Refusal(command: arguments, status: status, said: said)
  }

  /// tmux is not installed, cannot start, or has ended.
  struct Refusal: Error, CustomStringConvertible {
    let command: [String]
    let status: Int32
    let said: String

    var description: String {
      "tmux \(command.first { !$0.hasPrefix("-") && $0 != "/dev/null" } ?? "") ended with \(status):"
        + " \(said.trimmingCharacters(in: .whitespacesAndNewlines))"
    }
  }
}
