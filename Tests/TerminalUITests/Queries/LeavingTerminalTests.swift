import Glibc
import Raster
import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  /// Leaving the terminal while it still owes answers.
  @Suite struct LeavingTerminalTests {
    @Test(arguments: RecordedTerminal.names)
    func `answers that come while the program leaves are not left to the shell`(name: String) throws
    {
      let terminal = try RecordedTerminal(name)
      let pty = try Pty(window: terminal.window)
      let found = pty.modes
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      pty.type(terminal.answers(to: pty.output()).joined())
      session.close()
      #expect(pty.modes == found)
      #expect(pty.unreadCount == 0)
      #expect(!pty.output().contains("^["), "nothing is echoed")
    }

    @Test func `the last frame's acknowledgement is not left to the shell either`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      session.expectAnswer(to: .operatingStatus)
      session.expectAnswer(to: .operatingStatus)
      pty.type("\u{1B}[0n\u{1B}[0n")
      session.leave()
      #expect(pty.unreadCount == 0)
    }

    @Test(arguments: [(300, 300), (999, 999), (1_001, 1_000)])
    func `answers of a distant terminal are waited for, for a second at most`(
      delay: Int, wait: Int
    ) throws {
      let pty = try Pty()
      let time = VirtualTime()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller(time: time))
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      session.expectAnswer(to: .operatingStatus)
      let start = time.now
      try pty.type("\u{1B}[0n", at: start + .milliseconds(delay), in: time)
      session.leave()
      #expect(time.now == start + .milliseconds(wait))
      #expect(pty.unreadCount == 0)
    }

    @Test func `a terminal that has been silent for seconds is not waited for`() {
      var ledger = QueryLedger()
      let start = Duration.seconds(60)
      for second in 0..<4 { ledger.asked(.attributes, by: .frame, at: start + .seconds(second)) }
      #expect(ledger.isAwaitingReply(at: start + .seconds(4)))
      #expect(!ledger.isAnswerLikely(at: start + .seconds(4)))
      _ = ledger.answer(.attributes([1]), at: start + .seconds(4))
      #expect(ledger.isAnswerLikely(at: start + .seconds(4)))
    }

    @Test func `behind a frame that was cut short an answer of its own ends the errors`() throws {
      let pty = try Pty(columns: 200, rows: 60)
      let time = VirtualTime()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller(time: time))
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      let presenter = try session.makePresenter(.direct, .trueColor)
      _ = presenter.present(
        DirectPresenterTests.distinctSurface(columns: 200, rows: 60, firstRow: 0))
      #expect(presenter.pendingDescriptor != nil)
      session.expectAnswer(to: .operatingStatus)
      session.farewell = { presenter.farewell() }
      pty.answer("\u{1B}[5n", with: "\u{1B}_Gi=300;EIO\u{1B}\\\u{1B}[0n", in: time)
      session.leave()
      #expect(time.now < .seconds(1), "the answer ends the wait")
      #expect(pty.unreadCount == 0)
      #expect(session.conversation.likelyAnswerDeadline(at: .zero) == nil)
    }

    @Test func `the question behind a frame that was cut short is not waited for`() {
      var ledger = QueryLedger()
      ledger.asked(.attributes, by: .frame, at: .zero)
      ledger.withdrawLast()
      #expect(!ledger.isAnswerLikely(at: .zero))
    }

    @Test func `when no answer is owed, typed bytes stay for the shell`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      pty.type("ls\n")
      session.close()
      #expect(pty.unreadCount == 3)
    }

    /// A session on a terminal that is known to bracket what is pasted.
    private func knownSession(on pty: Pty) throws -> TerminalSession {
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      let answers = try RecordedTerminal("xterm").answers(to: pty.output()).joined()
      pty.type(answers)
      _ = session.awaitAnswers(atMost: .seconds(30))
      return session
    }

    @Test func `input ends with a key that may make the program leave`() throws {
      let pty = try Pty()
      let session = try knownSession(on: pty)
      #expect(session.conversation.tellsPastes)
      session.endInput(with: [.character("q"), .control("c")])
      func keys(_ text: String) -> [Key] {
        TerminalSessionTests.keys(session, pty, typing: Array(text.utf8))
      }
      #expect(keys("jqls\r") == [.character("j"), .character("q")])
      #expect(pty.unreadCount == 3)
      #expect(keys("j\u{3}l") == [.character("j"), .control("c")])
      #expect(pty.unreadCount == 1)
      #expect(keys("\u{1B}[200~quit\r\u{1B}[201~j") == [.paste("quit\r"), .character("j")])
      #expect(keys("qls\r") == [.character("q")])
      session.close()
      #expect(pty.unreadCount == 3)
    }

    @Test(arguments: ["linux", "xterm-256color"])
    func `nothing that came with a key to leave by is left to the shell where it may be pasted`(
      type: String
    ) throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: type, mouse: true)
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?6c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      session.endInput(with: [.character("q")])
      let paste = "make quick\nrm -rf build\n" + String(repeating: "ls\n", count: 500)
      let keys = TerminalSessionTests.keys(session, pty, typing: Array(paste.utf8))
      #expect(keys.contains(.character("q")))
      session.close()
      #expect(pty.unreadCount == 0)
    }

    @Test func `keys after one that leaves are left to the shell`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "linux", mouse: true)
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?6c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      session.endInput(with: [.character("q")])
      #expect(TerminalSessionTests.keys(session, pty, typing: Array("q".utf8)) == [.character("q")])
      pty.type("ls\n")
      session.close()
      #expect(pty.unreadCount == 3)
    }

    @Test func `bytes behind the last answer stay for the shell`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      session.expectAnswer(to: .operatingStatus)
      pty.type("\u{1B}[0nls\n")
      session.close()
      #expect(pty.unreadCount == 3)
    }

    @Test func `text between answers is told from them, from keys and from what is pasted`() {
      var conversation = TerminalConversation(
        TerminalIdentity(
          window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
          erasesWithBackground: true
        ) { _ in nil }, hasKeysForFocus: false)
      conversation.expectAnswer(to: .operatingStatus, at: .zero)
      let bytes = "ls é\u{3}\u{1B}[A\u{1B}[<65;1;1M\u{1B}[200~rm\r\u{1B}[201~\u{1B}[0n\r"
      var typed: [UInt8] = []
      for byte in bytes.utf8 { typed += conversation.takeReplies(in: [byte], at: .zero) }
      #expect(String(decoding: typed, as: UTF8.self) == "ls é\r")
      #expect(conversation.likelyAnswerDeadline(at: .zero) == nil)
    }

    /// Whether the system lets this process put bytes into a terminal that is not its own.
    private static let mayPutBack: Bool = {
      guard let pty = try? Pty() else { return false }
      let terminal = open(pty.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { close(terminal) }
      var byte = UInt8(ascii: "x")
      return ioctl(terminal, UInt(TIOCSTI), &byte) == 0
    }()

    @Test(.enabled(if: mayPutBack))
    func `text before an answer is put back for the shell, before what is behind it`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      session.expectAnswer(to: .operatingStatus)
      pty.type("ls\u{1B}[0n -l\r")
      session.close()
      #expect(pty.unread == Array("ls -l\n".utf8))
    }

    @Test func `a terminal that answers nothing, or is gone, does not hold up leaving`() throws {
      let pty = try Pty()
      let found = pty.modes
      let time = VirtualTime()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller(time: time))
      let start = time.now
      session.close()
      #expect(time.now - start == .seconds(1))
      #expect(pty.modes == found)
      let gone = try Pty()
      let orphan = try TerminalSession(path: gone.path, type: "xterm-256color", mouse: false)
      gone.hangUp()
      orphan.close()
      #expect(orphan.readInput() == nil)
    }

    @Test func `a terminal that does not read does not hold up leaving`() throws {
      let pty = try Pty(columns: 200, rows: 60)
      let found = pty.modes
      let time = VirtualTime()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller(time: time))
      let surface = DirectPresenterTests.distinctSurface(columns: 200, rows: 60, firstRow: 0)
      tcflow(session.inputDescriptor, TCOOFF)
      let presenter = try session.makePresenter(.direct, .trueColor)
      _ = presenter.present(surface)
      #expect(presenter.pendingDescriptor != nil)
      let start = time.now
      session.close()
      #expect(time.now - start <= .seconds(2))
      #expect(pty.modes == found)
    }

    @Test func `after a suspension the beginning of an old reply is forgotten`() throws {
      let pty = try Pty()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller())
      _ = TerminalSessionTests.input(session, pty, typing: Array("\u{1B}[?6".utf8))
      session.leave()
      session.resume()
      let keys = TerminalSessionTests.keys(session, pty, typing: Array("2j".utf8))
      #expect(keys == [.character("2"), .character("j")])
    }
  }
}
