import Glibc
import Raster
import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  /// Too much of everything.
  @Suite struct TerminalStormTests {
    /// Types something many times, in pieces that the terminal's line takes, and reads until
    /// everything is through.
    private static func flood(
      _ session: TerminalSession, _ pty: Pty, _ bytes: [UInt8], times: Int
    ) -> [Key] {
      var keys: [Key] = []
      for _ in 0..<times {
        pty.type(bytes)
        while session.hasInput, let input = session.readInput() { keys += input.keys }
      }
      return keys
    }

    @Test(arguments: ["direct", "curses"])
    func `two hundred resizes, frames and keys among them, are survived`(name: String) throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      let presenter: any Presenter =
        name == "direct"
        ? try session.makePresenter(.direct, .trueColor)
        : try session.makePresenter(.curses, .indexed256)
      var random = SeededRandom(seed: 5)
      var keys: [Key] = []
      for turn in 0..<200 {
        let columns = Int.random(in: 1...250, using: &random)
        let rows = Int.random(in: 1...80, using: &random)
        let cells = CellSize(columns: columns, rows: rows)
        let hasPixels = Bool.random(using: &random)
        pty.resize(
          to: WindowSize(
            cells: cells,
            pixels: hasPixels ? PixelSize(width: columns * 8 + 3, height: rows * 17 + 5) : nil))
        session.refreshSize()
        presenter.invalidate()
        #expect(session.size == cells)
        _ = presenter.present(Surface(size: session.size))
        pty.type("\u{1B}[6;17;8t\u{1B}[I\u{1B}[Oj\u{1B}[<65;\(columns);\(rows)M")
        if turn % 3 == 0 { _ = pty.outputBytes() }
        presenter.flush()
        while session.hasInput, let input = session.readInput() { keys += input.keys }
      }
      while presenter.pendingDescriptor != nil {
        _ = pty.outputBytes()
        presenter.flush()
      }
      #expect(keys == (0..<200).flatMap { _ in [Key.character("j"), .wheel(1)] })
      #expect(session.features.cellPixels == PixelSize(width: 8, height: 17))
      _ = session.readInput()
      _ = pty.output()
      #expect(TerminalSessionTests.keys(session, pty, typing: [0x6A]) == [.character("j")])
    }

    @Test func `a flood of focus events is no key and costs none`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      let events = Array(String(repeating: "\u{1B}[I\u{1B}[O", count: 300).utf8)
      #expect(Self.flood(session, pty, events, times: 100) == [])
      #expect(TerminalSessionTests.keys(session, pty, typing: [0x6A]) == [.character("j")])
    }

    @Test func `a megabyte of replies is no key and costs none`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      let answers = try RecordedTerminal.names.flatMap { try RecordedTerminal($0).allAnswers }
      let once = Array((answers.joined() + "j").utf8)
      #expect(once.count < 4096)
      let times = (1 << 20) / once.count
      let keys = Self.flood(session, pty, once, times: times)
      #expect(keys == Array(repeating: .character("j"), count: times))
    }

    @Test func `a megabyte of anything is survived`() throws {
      let pty = try Pty()
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      var random = SeededRandom(seed: 6)
      for _ in 0..<1024 {
        let bytes = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = Self.flood(session, pty, bytes, times: 1)
      }
      session.conversation.end()
      #expect(TerminalSessionTests.keys(session, pty, typing: [0x6A]) == [.character("j")])
    }
  }
}

extension TerminalSession {
  /// Whether there are bytes to read.
  fileprivate var hasInput: Bool {
    var waiting = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 1
  }
}
