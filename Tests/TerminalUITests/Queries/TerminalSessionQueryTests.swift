import Foundation
import Glibc
import Raster
import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  @Suite struct TerminalSessionQueryTests {
    static func input(
      _ session: TerminalSession, _ pty: Pty, typing text: String, isWithinGraphic: Bool = false
    ) -> TerminalInput {
      TerminalSessionTests.input(
        session, pty, typing: Array(text.utf8), isWithinGraphic: isWithinGraphic)
    }

    /// The answers of a terminal like the VT100: its status, its cursor's position, its attributes.
    static let plainAnswers = "\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c"

    @Test func `everything is asked in one piece before the first frame, DA1 last`() throws {
      let pty = try Pty()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: true, poller: VirtualPoller())
      let start = pty.output()
      let questions = TerminalQuery.identification(of: session.conversation.identity)
      #expect(start.hasSuffix(questions))
      #expect(questions.hasSuffix("\u{1B}[c"))
      for question in [
        "\u{1B}[>q", "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}[?2026$p",
        "\u{1B}[?5522$p",
        "\u{1B}[?1070$p", "\u{1B}[?1;1;0S",
        "\u{1B}[16t", "\u{1B}[14t", "\u{1B}]11;?\u{1B}\\", "\u{1B}]10;?\u{1B}\\",
        "\u{1B}]4;1;?\u{1B}\\", "\u{1B}]4;2;?\u{1B}\\", "\u{1B}]4;3;?\u{1B}\\", "\u{1B}[>c",
        "\u{1B}[5n", "\u{1B}[6n",
      ] { #expect(questions.contains(question)) }
      session.leave()
      _ = pty.output()
      session.resume()
      #expect(pty.output().hasSuffix(questions), "asked again after a suspension")
    }

    @Test func `kitty, which would log them as errors, is asked nothing about sixels`() {
      let identity = TerminalIdentity(
        window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
        environment: { $0 == "TERM" ? "xterm-kitty" : nil })
      let questions = TerminalQuery.identification(of: identity)
      #expect(!questions.contains("1070") && !questions.contains("[?1;1;0S"))
    }

    @Test(arguments: [
      ("xterm-256color", true), ("st-256color", true), ("vte-256color", true),
      ("rxvt-unicode-256color", false), ("linux", false), ("screen-256color", false),
    ])
    func `terminals that would print the graphics query do not get it`(type: String, is asked: Bool)
      throws
    {
      let identity = TerminalIdentity(
        window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
        environment: { $0 == "TERM" ? type : nil })
      #expect(TerminalQuery.identification(of: identity).contains("a=q") == asked)
    }

    @Test(arguments: [
      (["TERM": "screen-256color", "STY": "1.pts"], true), (["TERM": "screen-256color"], false),
      (["TERM": "tmux-256color", "TMUX": "x"], false), (["TERM": "xterm-256color"], false),
    ])
    func `questions for colors go past GNU screen, which would keep one as a setting`(
      environment: [String: String], isPast: Bool
    ) {
      let identity = TerminalIdentity(
        window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
        environment: { environment[$0] })
      let questions = TerminalQuery.identification(of: identity)
      for color in ["11", "10", "4;1", "4;2", "4;3"] {
        #expect(questions.contains("\u{1B}P\u{1B}]\(color);?\u{7}\u{1B}\\") == isPast)
        #expect(questions.contains("\u{1B}]\(color);?\u{1B}\\") != isPast)
      }
    }

    @Test(arguments: RecordedTerminal.names)
    func `a terminal's answers become features, neither keys nor acknowledgements`(name: String)
      throws
    {
      let terminal = try RecordedTerminal(name)
      let pty = try Pty(window: terminal.window)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      #expect(session.features.acknowledgement == nil)
      let answers = terminal.answers(to: pty.output())
      var input = TerminalInput()
      for answer in answers {
        let more = Self.input(session, pty, typing: answer + "j")
        input.keys += more.keys
        input.replies += more.replies
        if more.featuresChanged { input.featuresChanged = true }
      }
      #expect(input.keys == Array(repeating: .character("j"), count: answers.count))
      #expect(input.replies == [])
      #expect(input.featuresChanged)
      #expect(session.features.acknowledgement == (name == "st" ? .attributes : .operatingStatus))
      #expect(!Self.input(session, pty, typing: "j").featuresChanged)
    }

    @Test func `answers in time are known before the first frame`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      pty.type("k\u{1B}]11;rgb:fafa/fbfb/fcfc\u{1B}\\\(Self.plainAnswers)")
      let input = session.awaitAnswers(atMost: .seconds(60))
      #expect(session.features.ownColors.background == Color(rawValue: 0xFA_FBFC))
      #expect(session.features.acknowledgement == .operatingStatus)
      #expect(input.keys == [.character("k")] && input.featuresChanged)
    }

    @Test func `a terminal without answers is waited for no longer than that`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      #expect(session.awaitAnswers(atMost: .milliseconds(5)) == TerminalInput())
      pty.type("j")
      #expect(session.awaitAnswers(atMost: .milliseconds(5)).keys == [.character("j")])
    }

    @Test func `answers to the session's own questions acknowledge no frame`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let first = Self.input(session, pty, typing: Self.plainAnswers + "\u{1B}[0n")
      #expect(first.replies == [.operatingStatus], "the second answer is a frame's")
      for _ in 0..<3 { session.expectAnswer(to: .operatingStatus) }
      let frames = Self.input(session, pty, typing: "\u{1B}[0n\u{1B}[0n\u{1B}[0n")
      #expect(frames.replies.count == 3)
      #expect(frames.acknowledgements == 3)
      session.leave()
      session.resume()
      session.expectAnswer(to: .operatingStatus)
      let second = Self.input(session, pty, typing: Self.plainAnswers + "\u{1B}[0n")
      #expect(second.replies == [.operatingStatus])
      #expect(second.acknowledgements == 1)
    }

    @Test func `frames are counted whatever question each of them ended with`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      // Before the terminal's answers are known, and after.
      for query: StatusQuery in [.attributes, .attributes, .operatingStatus] {
        session.expectAnswer(to: query)
      }
      let first = Self.input(session, pty, typing: Self.plainAnswers + "\u{1B}[?1;2c")
      #expect(first.acknowledgements == 1)
      let rest = Self.input(session, pty, typing: "\u{1B}[0n")
      #expect(rest.acknowledgements == 2, "answers come in order, so one was passed over")
    }

    @Test func `where DSR is not answered, DA1 acknowledges, but not the first`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "st-256color", mouse: false)
      #expect(Self.input(session, pty, typing: "\u{1B}[1;1R\u{1B}[?6c").replies == [])
      #expect(session.features.acknowledgement == .attributes)
      session.expectAnswer(to: .attributes)
      #expect(Self.input(session, pty, typing: "\u{1B}[?6c").replies == [.attributes([6])])
    }

    @Test func `a cursor report is a reply only while one is asked for`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = Self.input(session, pty, typing: Self.plainAnswers)
      #expect(Self.input(session, pty, typing: "\u{1B}[1;2Rj").replies == [])
      session.expectAnswer(to: .cursorPosition)
      let input = Self.input(session, pty, typing: "\u{1B}[1;2Rj")
      #expect(input.replies == [.cursor(row: 1, column: 2)])
      #expect(input.keys == [.character("j")])
    }

    @Test func `answers about pictures come through`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let input = Self.input(
        session, pty, typing: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=300;EIO\u{1B}\\")
      #expect(input.replies == [.graphics(id: 300, message: "EIO")])
    }

    private static let tmuxAnswers = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[>84;0;0c" + plainAnswers
    private static let questionBehind =
      "\u{1B}Ptmux;\u{1B}\u{1B}[>q"
      + ["11", "10", "4;1", "4;2", "4;3"].map {
        "\u{1B}\u{1B}]\($0);?\u{1B}\u{1B}\\"
      }.joined()
      + "\u{1B}\u{1B}[>c\u{1B}\\"

    @Test func `inside tmux the terminal behind is asked once tmux has answered`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "tmux-256color", mouse: false)
      #expect(!pty.output().contains("_G"), "neither bare nor before tmux has drawn its pane")
      _ = Self.input(session, pty, typing: Self.tmuxAnswers)
      #expect(pty.output() == Self.questionBehind)
      #expect(session.features.name == "tmux 3.3")
      #expect(session.features.graphics == .none, "as if passthrough were off")
      let kitty = Self.input(session, pty, typing: "\u{1B}P>|kitty(0.31.0)\u{1B}\\")
      #expect(kitty.featuresChanged)
      #expect(kitty.replies == [])
      #expect(session.features.name == "kitty 0.31.0 in tmux 3.3")
      #expect(session.features.graphics == .kitty)
      #expect(session.features.passthrough == .tmux)
      #expect(session.features.finestSymbols == .sextant)
      #expect(!session.features.repeatsCharacters, "tmux repeats letters only")
    }

    @Test func `the terminal behind tmux is asked again with the next frames, but not forever`()
      throws
    {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "tmux-256color", mouse: false)
      _ = Self.input(session, pty, typing: Self.tmuxAnswers)
      for _ in 0..<10 {
        session.expectAnswer(to: .operatingStatus)
        _ = Self.input(session, pty, typing: "\u{1B}[0nj")
      }
      #expect(pty.output().ranges(of: Self.questionBehind).count == 3)
    }

    @Test func `a terminal that never answers is used as the environment suggests`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      #expect(session.features.graphics == .none)
      #expect(session.features.acknowledgement == nil)
      #expect(!session.features.isSynchronized)
      #expect(session.readInput() == TerminalInput())
    }

    @Test func `after a resize the size of a cell is asked for again`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = Self.input(session, pty, typing: "\u{1B}[6;20;10t" + Self.plainAnswers)
      #expect(session.features.cellPixels == PixelSize(width: 10, height: 20))
      _ = pty.output()
      #expect(session.readInput()?.featuresChanged == false)
      #expect(pty.output() == "")
      pty.resize(columns: 90, rows: 20)
      session.refreshSize()
      _ = session.readInput()
      #expect(pty.output() == "\u{1B}[16t\u{1B}[14t")
      #expect(Self.input(session, pty, typing: "\u{1B}[6;24;12t").featuresChanged)
      #expect(session.features.cellPixels == PixelSize(width: 12, height: 24))
    }

    @Test func `sizes are not asked for in the middle of a frame`() throws {
      let pty = try Pty(columns: 200, rows: 60)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = pty.output()
      let presenter = try session.makePresenter(.direct, .trueColor)
      let surface = DirectPresenterTests.distinctSurface(columns: 200, rows: 60, firstRow: 0)
      let count = presenter.present(surface)
      #expect(presenter.pendingDescriptor != nil)
      session.refreshSize()
      var received = 0
      while presenter.pendingDescriptor != nil {
        _ = session.readInput()
        received += pty.outputBytes().count
        presenter.flush()
      }
      received += pty.outputBytes().count
      #expect(received == count)
      _ = session.readInput()
      #expect(pty.output() == "\u{1B}[16t\u{1B}[14t")
    }

    @Test func `without an answer, a cell's size is what the system knows`() throws {
      let cells = CellSize(columns: 80, rows: 24)
      let pixels = PixelSize(width: 484, height: 316)
      let pty = try Pty(window: WindowSize(cells: cells, pixels: pixels))
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      #expect(session.features.cellPixels == PixelSize(width: 6, height: 13), "a border of 2")
    }
  }
}
