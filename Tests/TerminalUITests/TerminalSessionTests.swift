import Glibc
import Raster
import Testing

@testable import TerminalUI

extension CursesTests {
  @Suite struct TerminalSessionTests {
    /// Types something and returns the keys that the session reads, waiting for them.
    static func keys(_ session: TerminalSession, _ pty: Pty, typing bytes: [UInt8]) -> [Key] {
      input(session, pty, typing: bytes).keys
    }

    /// Types something and returns the session's input, waiting for it, and for an Esc that is held
    /// back.
    static func input(
      _ session: TerminalSession, _ pty: Pty, typing bytes: [UInt8], isWithinGraphic: Bool = false
    ) -> TerminalInput {
      pty.type(bytes)
      var input = TerminalInput()
      var timeout: Int32 = 60_000
      repeat {
        var waiting = pollfd(fd: session.inputDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, timeout)
        guard let more = session.readInput(isWithinGraphic: isWithinGraphic) else { return input }
        input.append(more)
        timeout = 1
      } while session.inputDeadline != nil
      return input
    }

    @Test(arguments: [
      "xterm-256color", "xterm", "tmux-256color", "screen-256color", "linux", "vt100", "rxvt",
    ])
    func `keys are recognized on every terminal, whatever mode its cursor keys are in`(
      type: String
    ) throws {
      let expected: [(String, Key)] = [
        ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
        ("\u{1B}[C", .right), ("\u{1B}OC", .right), ("\u{1B}[D", .left), ("\u{1B}OD", .left),
        ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[F", .end), ("\u{1B}OF", .end),
        ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp),
        ("\u{1B}[6~", .pageDown), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
        ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace), ("\u{8}", .backspace),
        ("\u{1B}", .escape), ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
        ("\u{15}", .control("u")), ("q", .character("q")), (" ", .character(" ")),
        ("\u{1B}[3~", .other("Delete")), ("\u{1B}[1;5C", .other("Ctrl-→")),
        ("é", .character("é")), ("漢", .character("漢")), ("🍜", .character("🍜")),
      ]
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: type, mouse: true)
      for (text, key) in expected {
        // A lone Esc stays open for the rest of a sequence.
        let keys = Self.keys(session, pty, typing: Array(text.utf8))
        #expect(keys == [key], "\(text.debugDescription) on \(type)")
      }
    }

    @Test func `unknown sequences and replies of the terminal are no keys`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      let noise = [
        "\u{1B}[?62;4c", "\u{1B}[99;5A", "\u{1B}[201~", "\u{1B}[I", "\u{1B}]11;rgb:0/0/0\u{7}",
        "\u{1B}P>|tmux\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[99;99R", "\0",
      ]
      for text in noise {
        let keys = Self.keys(session, pty, typing: Array((text + "j").utf8))
        #expect(keys == [.character("j")], "\(text.debugDescription)")
      }
    }

    @Test func `wheel and clicks come with their place`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      #expect(pty.output().contains("\u{1B}[?1006;1000h"))
      func keys(_ text: String) -> [Key] { Self.keys(session, pty, typing: Array(text.utf8)) }
      #expect(keys("\u{1B}[<64;10;5M") == [.wheel(-1)])
      #expect(keys("\u{1B}[<65;10;5M\u{1B}[<65;10;5M") == [.wheel(1), .wheel(1)])
      #expect(
        keys("\u{1B}[<0;300;7M\u{1B}[<0;300;7m") == [.click(CellPoint(column: 299, row: 6))])
    }

    @Test func `a terminal with the older mouse reports is understood`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "rxvt", mouse: true)
      let click: [UInt8] = [0x1B, 0x5B, 0x4D, 32, 32 + 150, 32 + 4]
      let keys = Self.keys(session, pty, typing: click + [0x6A])
      #expect(keys == [.click(CellPoint(column: 149, row: 3)), .character("j")])
    }

    @Test func `nothing that is typed is echoed or makes a signal`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = pty.output()
      let typed: [UInt8] = [0x61, 0x0D, 0x0A, 0x03, 0x1A, 0x1C, 0x11, 0x13, 0x16, 0x04]
      let keys = Self.keys(session, pty, typing: typed)
      #expect(
        keys == [.character("a"), .enter, .enter] + "cz".map { .control($0) }
          + "qsvd".map {
            .control($0)
          })
      #expect(pty.output() == "")
    }

    @Test func `many keys at once come in order and none is lost`() throws {
      let pty = try Pty()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller())
      let text = (0..<500).map { $0 % 2 == 0 ? "\u{1B}OB" : "é" }.joined()
      var keys = Self.keys(session, pty, typing: Array(text.utf8))
      while let more = session.readInput()?.keys, !more.isEmpty { keys += more }
      #expect(keys == (0..<500).map { $0 % 2 == 0 ? .down : .character("é") })
    }

    @Test func `closing restores the modes, and ends everything that was switched on`()
      throws
    {
      let pty = try Pty()
      let found = pty.modes
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: true, poller: VirtualPoller())
      let start = pty.output()
      #expect(pty.modes != found)
      #expect(start.contains("\u{1B}[?1049h"))
      #expect(start.contains("\u{1B}[?25l"))
      session.close()
      session.close()
      let end = pty.output()
      #expect(pty.modes == found)
      for off in ["\u{1B}[?1049l", "\u{1B}[?1006;1000l", "\u{1B}[?2004l", "\u{1B}[r"] {
        #expect(end.contains(off), "\(off.debugDescription)")
      }
      #expect(!end.contains("\u{18}") && !end.contains("\u{1B}[?2026l"), "nothing was cut short")
      #expect(end.contains("\u{1B}[24;1H\u{1B}[K"), "the prompt has a clean line")
      #expect(end.contains("\u{1B}[?25h"))
      #expect(session.readInput() == nil)
    }

    @Test func `resuming prepares everything again`() throws {
      let pty = try Pty()
      let session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: true, poller: VirtualPoller())
      let running = pty.modes
      _ = pty.output()
      session.leave()
      _ = pty.output()
      pty.resize(columns: 100, rows: 30)
      session.resume()
      let text = pty.output()
      #expect(pty.modes == running)
      #expect(session.size == CellSize(columns: 100, rows: 30))
      for on in [
        "\u{1B}[?1049h", "\u{1B}[?25l", "\u{1B}[?1006;1000h", "\u{1B}[?2004h", "\u{1B}[?1h",
      ] {
        #expect(text.contains(on), "\(on.debugDescription)")
      }
      #expect(Self.keys(session, pty, typing: Array("\u{1B}OB".utf8)) == [.down])
    }

    @Test func `a terminal that is gone is reported, and writing to it does not wait`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      #expect(session.readInput()?.keys == [])
      pty.hangUp()
      #expect(session.readInput() == nil)
      let presenter = try session.makePresenter(.direct, .trueColor)
      _ = presenter.present(Surface(size: CellSize(columns: 80, rows: 24)))
      #expect(presenter.pendingDescriptor == nil)
    }

    @Test func `a terminal that does not read delays the frame, not the program`() throws {
      let pty = try Pty(columns: 200, rows: 60)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = pty.output()
      let presenter = try session.makePresenter(.direct, .trueColor)
      let surface = DirectPresenterTests.distinctSurface(columns: 200, rows: 60, firstRow: 0)
      let count = presenter.present(surface)
      #expect(presenter.pendingDescriptor != nil)
      var received = 0
      while presenter.pendingDescriptor != nil {
        received += pty.outputBytes().count
        presenter.flush()
      }
      received += pty.outputBytes().count
      #expect(received == count)
    }

    @Test func `both presenters live on one session`() throws {
      let pty = try Pty(columns: 40, rows: 10)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      _ = pty.output()
      var terminal = ReferenceTerminal(size: session.size)
      let makers: [() throws -> any Presenter] = [
        { try session.makePresenter(.direct, .trueColor) },
        { try session.makePresenter(.curses, .indexed256) },
        { try session.makePresenter(.curses, .trueColor) },
      ]
      var screen = RandomScreen(seed: 3, size: session.size)
      for turn in 0..<12 {
        let presenter = try makers[turn % makers.count]()
        for _ in 0..<3 {
          screen.step()
          _ = presenter.present(screen.surface)
          terminal.feed(pty.outputBytes())
          while presenter.pendingDescriptor != nil {
            presenter.flush()
            terminal.feed(pty.outputBytes())
          }
        }
        let shown =
          presenter.colors == .indexed256
          ? CursesPresenterTests.quantized(screen.surface, .indexed256)
          : DirectPresenterTests.shown(screen.surface)
        #expect(CellLook.firstDifference(terminal.surface, shown) == nil, "\(presenter.name)")
        #expect(terminal.complaints == [])
        #expect(Self.keys(session, pty, typing: [0x6A]) == [.character("j")])
      }
    }

    @Test func `a frame of a former size is shown, although the session knows of another`() throws {
      let pty = try Pty(columns: 60, rows: 20)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      let presenter = try session.makePresenter(.curses, .indexed256)
      for (index, size) in [(60, 20), (10, 4), (90, 40), (60, 20)].enumerated() {
        pty.resize(columns: UInt16(size.0), rows: UInt16(size.1))
        session.refreshSize()
        _ = pty.output()
        presenter.invalidate()
        let surface = DirectPresenterTests.distinctSurface(columns: 60, rows: 20, firstRow: index)
        _ = presenter.present(surface)
        var terminal = ReferenceTerminal(size: surface.size)
        terminal.feed(pty.outputBytes())
        while presenter.pendingDescriptor != nil {
          presenter.flush()
          terminal.feed(pty.outputBytes())
        }
        let shown = CursesPresenterTests.quantized(surface, .indexed256)
        #expect(CellLook.firstDifference(terminal.surface, shown) == nil, "\(size)")
      }
    }

    @Test func `a path without a usable terminal is a typed error`() throws {
      #expect(throws: TerminalError.notATerminal(path: "/dev/null", errno: ENOTTY)) {
        try TerminalSession(path: "/dev/null", mouse: false)
      }
      let pty = try Pty()
      let found = pty.modes
      #expect(throws: TerminalError.unknownTerminal(name: "nonsense")) {
        try TerminalSession(path: pty.path, type: "nonsense", mouse: false)
      }
      #expect(throws: TerminalError.incapableTerminal(name: "dumb")) {
        try TerminalSession(path: pty.path, type: "dumb", mouse: false)
      }
      #expect(throws: TerminalError.unknownTerminal(name: "")) {
        try TerminalSession(path: pty.path, type: "", mouse: false)
      }
      #expect(pty.modes == found)
    }

    @Test func `a terminal that resembles xterm is taken for one`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "alacritty-of-nobody", mouse: false)
      #expect(session.capabilities.name == "xterm-256color")
    }

    @Test func `a size beyond any screen is cut`() throws {
      let pty = try Pty(columns: 65535, rows: 65535)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      #expect(session.size == CellSize(columns: 2000, rows: 1000))
      pty.resize(columns: 0, rows: 0)
      session.refreshSize()
      #expect(session.size == CellSize(columns: 80, rows: 24))
    }

    @Test func `signals are events`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: false)
      #expect(session.readSignals() == [])
      for signal in [SIGWINCH, SIGCONT, SIGTERM, SIGPIPE] { pthread_kill(pthread_self(), signal) }
      #expect(Set(session.readSignals()) == [.resize, .continue, .terminate(SIGTERM)])
    }
  }
}
