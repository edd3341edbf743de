import Raster
import Testing

@testable import TerminalUI

/// The terminal behind tmux.
@Suite struct TerminalBehindTmuxTests {
  /// Returns the identity after the answers of tmux 3.3a and of the terminal behind it.
  private static func identity(
    _ environment: [String: String] = [:], behind replies: TerminalReply...
  ) -> TerminalIdentity {
    let environment = environment.merging(["TMUX": "x", "TERM": "tmux-256color"]) { one, _ in one }
    var identity = TerminalIdentityTests.identity(environment)
    identity.beginRound()
    let own: [TerminalReply] = [
      .version("tmux 3.3a"), .secondaryAttributes([84, 0, 0]), .attributes([1, 2]),
    ]
    for reply in own + replies { identity.receive(reply) }
    return identity
  }

  @Test(arguments: [("kitty(0.41.1)", SymbolSet.octant), ("kitty(0.26.5)", .sextant)])
  func `symbols are those of the terminal`(outer: String, finest: SymbolSet) {
    #expect(Self.identity(behind: .version(outer)).features.finestSymbols == finest)
  }

  @Test(
    arguments: [
      ([24, 279, 0], "mlterm 279 in tmux 3.3", .indexed256, nil),
      ([85, 95, 0], "urxvt 95 in tmux 3.3", .indexed256, .quadrant),
      ([65, 7006, 1], "VTE 0.70.6 in tmux 3.3", nil, .sextant),
      ([0, 1700, 1], "tmux 3.3", nil, nil),
    ] as [([Int], String, ColorDepth?, SymbolSet?)])
  func `one that tells no version is known by DA2, and limits the colors that tmux was told of`(
    attributes: [Int], name: String, colors: ColorDepth?, finest: SymbolSet?
  ) {
    let features = Self.identity(behind: .secondaryAttributes(attributes)).features
    #expect(features.name == name)
    #expect(features.colors == colors)
    #expect(features.finestSymbols == finest)
  }

  @Test func `a terminal with 24-bit colors has those that tmux was told of`() {
    let identity = Self.identity(
      behind: .version("XTerm(379)"), .secondaryAttributes([41, 379, 0]))
    #expect(identity.features.colors == nil)
    #expect(identity.features.name == "xterm 379 in tmux 3.3")
  }

  @Test func `a wish for no colors stays`() {
    let identity = Self.identity(["NO_COLOR": "1"], behind: .secondaryAttributes([24, 279, 0]))
    #expect(identity.features.colors == nil)
  }

  @Test func `its background is the terminal's`() {
    let white = Color(rawValue: 0xFF_FFFF)
    let identity = Self.identity(behind: .background(white))
    #expect(identity.features.ownColors.background == white)
    #expect(!identity.isMissingWhatIsBehind, "st answers nothing else")
  }

  @Test func `its colors are the terminal's`() {
    let yellow = Color(rawValue: 0x8F_BCBB)
    let features = Self.identity(behind: .paletteColor(3, yellow), .foreground(yellow)).features
    #expect(features.ownColors.yellow == yellow && features.ownColors.text == yellow)
  }

  @Test func `it is asked for its colors unless GNU screen is in between`() {
    for (environment, asks) in [([:], true), (["STY": "1.pts"], false)] {
      let question = TerminalQuery.behindTmux(of: Self.identity(environment))
      for color in ["11", "10", "4;1", "4;2", "4;3"] {
        #expect(question.contains("]\(color);?") == asks)
      }
    }
  }
}
