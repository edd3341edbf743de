import Raster
import Testing

@testable import TerminalUI

@Suite struct TerminalConversationTests {
  private static let start = Duration.seconds(60)
  /// The answers of a terminal like the VT100 to all questions: its status, its cursor, its attributes.
  private static let answers = "\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c"

  private static func conversation(
    _ environment: [String: String] = ["TERM": "xterm-256color"]
  ) -> TerminalConversation {
    let identity = TerminalIdentity(
      window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
      environment: { environment[$0] })
    return TerminalConversation(identity, hasKeysForFocus: false)
  }

  /// Lets a conversation take the replies in a text.
  private static func feed(
    _ text: String, to conversation: inout TerminalConversation
  ) -> TerminalInput {
    var input = TerminalInput()
    for case .reply(let reply) in conversation.pieces(of: Array(text.utf8), at: start) {
      conversation.receive(reply, at: start, into: &input)
    }
    return input
  }

  @Test func `a size is asked for once after a resize`() {
    var conversation = Self.conversation()
    #expect(!conversation.owesSizeQuestion)
    conversation.resize(to: WindowSize(cells: CellSize(columns: 100, rows: 40)))
    #expect(conversation.owesSizeQuestion)
    let question = conversation.askForSizes(at: Self.start)
    #expect(question == TerminalQuery.sizes)
    #expect(!conversation.owesSizeQuestion)
    conversation.resize(to: WindowSize(cells: CellSize(columns: 80, rows: 24)))
    let questions = conversation.askWhatItIs(at: Self.start)
    #expect(questions.contains(TerminalQuery.sizes))
    #expect(!conversation.owesSizeQuestion, "the questions of the start hold that one")
  }

  @Test func `the session's own answers change features, and a frame's acknowledges it`() {
    var conversation = Self.conversation()
    _ = conversation.askWhatItIs(at: Self.start)
    var changes = [conversation.takeFeatureChange()]
    let own = Self.feed(Self.answers, to: &conversation)
    #expect(own == TerminalInput())
    #expect(conversation.identity.features.acknowledgement == .operatingStatus)
    changes.append(conversation.takeFeatureChange())
    changes.append(conversation.takeFeatureChange())
    conversation.expectAnswer(to: .operatingStatus, at: Self.start)
    let shown = Self.feed("\u{1B}[0n", to: &conversation)
    #expect(shown.acknowledgements == 1)
    changes.append(conversation.takeFeatureChange())
    #expect(changes == [false, true, false, false])
  }

  @Test func `a frame that was forgotten is not acknowledged`() {
    var conversation = Self.conversation()
    _ = conversation.askWhatItIs(at: Self.start)
    _ = Self.feed(Self.answers, to: &conversation)
    conversation.expectAnswer(to: .operatingStatus, at: Self.start)
    conversation.forgetFrames(isCut: false)
    conversation.expectAnswer(to: .operatingStatus, at: Self.start)
    let counts = (0..<2).map { _ in Self.feed("\u{1B}[0n", to: &conversation).acknowledgements }
    #expect(counts == [0, 1])
  }

  @Test func `the terminal behind tmux is asked three times, at once and after frames`() {
    var conversation = Self.conversation(["TERM": "tmux-256color", "TMUX": "/tmp/tmux"])
    var shown = TerminalInput()
    shown.acknowledgements = 1
    _ = conversation.askWhatItIs(at: Self.start)
    #expect(!conversation.wantsToKnowWhatIsBehind(after: shown), "tmux has not answered yet")
    _ = Self.feed(Self.answers, to: &conversation)
    #expect(conversation.wantsToKnowWhatIsBehind(after: TerminalInput()))
    let question = conversation.askWhatIsBehind(at: Self.start)
    #expect(question == TerminalQuery.behindTmux(of: conversation.identity))
    #expect(!conversation.wantsToKnowWhatIsBehind(after: TerminalInput()), "no frame since")
    var questions = 1
    while questions < 9, conversation.wantsToKnowWhatIsBehind(after: shown) {
      _ = conversation.askWhatIsBehind(at: Self.start)
      questions += 1
    }
    #expect(questions == 3)
  }

  @Test func `the end drops half a sequence and every awaited answer`() {
    var conversation = Self.conversation()
    _ = conversation.askWhatItIs(at: Self.start)
    let pieces = conversation.pieces(of: [0x1B], at: Self.start)
    #expect(pieces == [])
    #expect(conversation.likelyAnswerDeadline(at: Self.start) != nil)
    #expect(conversation.deadline != nil)
    conversation.end()
    #expect(conversation.likelyAnswerDeadline(at: Self.start) == nil)
    #expect(conversation.deadline == nil)
  }
}
