import Raster
import Testing

@testable import TerminalUI

@Suite struct DoubleClickTests {
  private static let here = CellPoint(column: 299, row: 6)
  private static let there = CellPoint(column: 298, row: 6)

  /// The keys that a sequence of keys at milliseconds becomes.
  private static func resolved(_ keys: [(milliseconds: Int, key: Key)]) -> [Key] {
    let start = Duration.seconds(60)
    var clicks = DoubleClick()
    return keys.map { clicks.resolve($0.key, at: start + .milliseconds($0.milliseconds)) }
  }

  @Test func `two presses soon at one place are a click and a double click`() {
    let keys = Self.resolved([(0, .click(Self.here)), (400, .click(Self.here))])
    #expect(keys == [.click(Self.here), .doubleClick(Self.here)])
  }

  @Test func `a third press is a first one again`() {
    let keys = Self.resolved([0, 100, 200, 300].map { ($0, .click(Self.here)) })
    #expect(
      keys == [
        .click(Self.here), .doubleClick(Self.here), .click(Self.here), .doubleClick(Self.here),
      ])
  }

  @Test func `a press that is late, elsewhere, or after another key is a new click`() {
    #expect(
      Self.resolved([(0, .click(Self.here)), (401, .click(Self.here))])
        == [.click(Self.here), .click(Self.here)])
    #expect(
      Self.resolved([(0, .click(Self.here)), (1, .click(Self.there)), (2, .click(Self.here))])
        == [.click(Self.here), .click(Self.there), .click(Self.here)])
    #expect(
      Self.resolved([(0, .click(Self.here)), (1, .wheel(1)), (2, .click(Self.here))])
        == [.click(Self.here), .wheel(1), .click(Self.here)])
  }
}

extension CursesTests {
  @Suite struct MouseTests {
    private static let press = "\u{1B}[<0;300;7M", release = "\u{1B}[<0;300;7m"
    private static let point = CellPoint(column: 299, row: 6)

    private static func keys(_ reports: String) throws -> [Key] {
      let pty = try Pty(columns: 400, rows: 60)
      let session = try TerminalSession(path: pty.path, type: "xterm-256color", mouse: true)
      #expect(pty.output().contains("\u{1B}[?1006;1000h"), "SGR reports, columns beyond 223")
      return TerminalSessionTests.keys(session, pty, typing: Array((reports + "j").utf8))
    }

    @Test func `a double click is two presses, released between`() throws {
      let reports = Self.press + Self.release
      #expect(
        try Self.keys(reports + reports)
          == [.click(Self.point), .doubleClick(Self.point), .character("j")])
    }

    @Test(arguments: [
      "\u{1B}[<32;300;7M\u{1B}[<32;310;8M", "\u{1B}[<35;300;7M", "\u{1B}[<0;300;7m",
      "\u{1B}[<1;300;7M\u{1B}[<1;300;7m", "\u{1B}[<2;300;7M\u{1B}[<2;300;7m",
      "\u{1B}[<128;300;7M\u{1B}[<128;300;7m", "\u{1B}[<66;300;7M", "\u{1B}[<67;300;7M",
      "\u{1B}[<999999;1;1M", "\u{1B}[<0;0;0M", "\u{1B}[<;;M", "\u{1B}[<0M", "\u{1B}[<0;1;1;1M",
    ])
    func `drags, releases, other buttons and nonsense open nothing`(report: String) throws {
      let keys = try Self.keys(report + report)
      #expect(keys.last == .character("j"))
      #expect(!keys.contains { if case .doubleClick = $0 { true } else { false } })
    }

    @Test(arguments: [("screen-256color", false), ("tmux-256color", true)])
    func `GNU screen, which holds Esc back while it reports the mouse, keeps the mouse to itself`(
      type: String, isAsked: Bool
    ) throws {
      let pty = try Pty()
      let session = try TerminalSession(
        path: pty.path, type: type, mouse: true, poller: VirtualPoller())
      #expect(pty.output().contains("\u{1B}[?1000h") == isAsked)
      session.close()
    }

    @Test func `a drag between the presses changes nothing`() throws {
      let reports = Self.press + "\u{1B}[<32;301;7M" + "\u{1B}[<0;301;7m" + Self.press
      #expect(try Self.keys(reports).first == .click(Self.point))
    }
  }
}
