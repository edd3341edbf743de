import Raster
import Testing

@testable import TerminalUI

/// The reasons why a terminal's pictures are not drawn in a better way.
@Suite struct TerminalFindingsTests {
  private static func findings(
    _ name: String, environment: [String: String] = [:], isUTF8: Bool = true,
    behind: [TerminalReply] = []
  ) throws -> TerminalFindings {
    let terminal = try RecordedTerminal(name)
    let variables = ["TERM": terminal.type].merging(environment) { $1 }
    var identity = TerminalIdentity(
      window: terminal.window, isUTF8: isUTF8, environment: { variables[$0] })
    identity.beginRound()
    let questions = TerminalQuery.identification(of: identity)
    for reply in TerminalIdentityTests.replies(terminal.answers(to: questions)) + behind {
      identity.receive(reply)
    }
    return identity.findings
  }

  @Test(
    arguments: [
      ("kitty", .isTooOld(terminal: "kitty 0.26.5", since: "kitty 0.28"), true),
      ("konsole", nil, false), ("xterm", .isMissing(terminal: "xterm 379"), true),
      ("xterm340", .isMissing(terminal: "xterm 379"), false),
      ("vte", .isMissing(terminal: "VTE 0.70.6"), true),
    ] as [(String, GraphicsObstacle?, Bool)])
  func `each terminal has its obstacle to kitty's protocol, and a better one than sixel none`(
    name: String, kitty: GraphicsObstacle?, lacksSixel: Bool
  ) throws {
    let findings = try Self.findings(name)
    #expect(findings.hasAnswered && findings.multiplexer == nil)
    #expect(findings.kittyObstacle == kitty)
    #expect((findings.sixelObstacle != nil) == lacksSixel)
  }

  @Test func `sixels in wrong places are no missing ones`() throws {
    #expect(try Self.findings("mlterm").sixelObstacle == .isWrong(terminal: "mlterm 279"))
    #expect(try Self.findings("mlterm").mayShowInlineImages)
  }

  @Test func `a multiplexer is the obstacle, until the terminal behind it answers`() throws {
    let screen = try Self.findings("screen", environment: ["STY": "1.pts"])
    #expect(screen.kittyObstacle == .inScreen && screen.multiplexer == "screen")
    let silent = try Self.findings("tmux", environment: ["TMUX": "x"])
    #expect(silent.kittyObstacle == .tmuxKeepsSequences && !silent.passesThrough)
    let kitty = try Self.findings(
      "tmux", environment: ["TMUX": "x"], behind: [.version("kitty(0.41.1)")])
    #expect(kitty.kittyObstacle == nil && kitty.passesThrough && kitty.answer == "kitty(0.41.1)")
    let xterm = try Self.findings(
      "tmux", environment: ["TMUX": "x"], behind: [.version("XTerm(379)")])
    #expect(xterm.kittyObstacle == .isMissing(terminal: "xterm 379"))
    #expect(xterm.sixelObstacle == .inTmux)
  }

  @Test func `a locale without UTF-8 has no placeholders`() throws {
    #expect(try Self.findings("kitty", isUTF8: false).kittyObstacle == .noUTF8)
  }

  @Test func `a terminal that does not answer is said to be silent`() {
    let identity = TerminalIdentity(
      window: WindowSize(cells: .init(columns: 80, rows: 24)), isUTF8: true,
      environment: { $0 == "TERM" ? "xterm" : nil })
    #expect(identity.findings.kittyObstacle == .noAnswer && !identity.findings.hasAnswered)
    #expect(identity.findings.answer == nil && identity.findings.type == "xterm")
  }
}
