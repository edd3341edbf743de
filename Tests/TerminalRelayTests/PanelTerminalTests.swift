import CSpawning
import FrameProfiling
import Glibc
import Raster
import TerminalUI
import Testing

@testable import TerminalRelay

/// The second terminal: when it is drawn, and what it may not do to the command.
@Suite struct PanelTerminalTests {
  /// A pseudo-terminal, and the screen that shows what is written to it.
  private final class Screen {
    let size = CellSize(columns: 60, rows: 12)
    let path: String
    private let master, slave: Int32
    private let emulator: EmulatedTerminal
    private var surface: Surface

    init() throws {
      var slave: Int32 = -1
      master = open_terminal(60, 12, &slave)
      self.slave = slave
      var name = [CChar](repeating: 0, count: 128)
      try #require(master >= 0 && ttyname_r(slave, &name, name.count) == 0)
      path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      emulator = try EmulatedTerminal(size: size)
      surface = Surface(size: size)
    }

    deinit {
      close(master)
      close(slave)
    }

    /// Everything that was written since the last call.
    func received() -> String {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while case let count = read(master, &buffer, buffer.count), count > 0 {
        bytes += buffer.prefix(count)
      }
      emulator.feed(bytes[...])
      _ = emulator.update(&surface)
      return String(decoding: bytes, as: UTF8.self)
    }

    var lines: [String] { surface.textLines }
  }

  private func profiler() throws -> StreamProfiler {
    let size = CellSize(columns: 40, rows: 10)
    return StreamProfiler(
      screen: try EmulatedTerminal(size: size), size: size, encoder: DirectEncoding())
  }

  private func terminal(on screen: Screen) throws -> PanelTerminal {
    try PanelTerminal(
      path: screen.path, isOwnFree: false, panel: ProfilePanel(command: ["htop"], link: nil),
      poller: SystemClock())
  }

  /// Has the program show a frame.
  private func frame(_ profiler: inout StreamProfiler, at now: Duration) {
    profiler.read(Array("x".utf8), at: now)
    profiler.advance(to: now + .milliseconds(2))
  }

  @Test func `it is drawn after changes, ten times a second at most, and once when all rests`()
    throws
  {
    let screen = try Screen()
    let terminal = try terminal(on: screen)
    var profiler = try profiler()
    #expect(terminal.draw(profiler.recorder, at: .zero) == nil)
    #expect(screen.received().hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
    #expect(screen.lines[0] == "htop" && screen.lines[1] == "rate       idle")
    frame(&profiler, at: .milliseconds(30))
    #expect(terminal.draw(profiler.recorder, at: .milliseconds(40)) == .milliseconds(100))
    #expect(screen.received().isEmpty)
    #expect(terminal.draw(profiler.recorder, at: .milliseconds(100)) == .milliseconds(530))
    #expect(screen.received().hasPrefix("\u{1B}[?2026h"))
    #expect(screen.lines[3].hasPrefix("late       0 of 1"))
    #expect(terminal.draw(profiler.recorder, at: .milliseconds(200)) == .milliseconds(530))
    #expect(screen.received().isEmpty)
    #expect(terminal.draw(profiler.recorder, at: .milliseconds(530)) == nil)
    #expect(!screen.received().isEmpty)
    terminal.restore()
    #expect(screen.received().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test func `a terminal that takes nothing is not waited for, and shows the latest afterwards`()
    throws
  {
    let screen = try Screen()
    let terminal = try terminal(on: screen)
    var profiler = try profiler()
    for step in 0..<2_000 {
      let now = Duration.milliseconds(100 * step)
      frame(&profiler, at: now)
      _ = terminal.draw(profiler.recorder, at: now + .milliseconds(5))
    }
    let missed = screen.received()
    #expect(missed.utf8.count < 200_000 && !screen.lines[3].hasPrefix("late       0 of 2000 "))
    // The rest of the drawing that was cut, and then a new one.
    for step in 2_000..<2_002 {
      _ = terminal.draw(profiler.recorder, at: .milliseconds(100 * step))
      _ = screen.received()
    }
    #expect(screen.lines[3].hasPrefix("late       0 of 2000 "))
  }

  @Test func `a cut drawing is ended before the terminal is restored`() throws {
    let screen = try Screen()
    let terminal = try terminal(on: screen)
    var profiler = try profiler()
    for step in 0..<2_000 {
      frame(&profiler, at: .milliseconds(100 * step))
      _ = terminal.draw(profiler.recorder, at: .milliseconds(100 * step + 5))
    }
    _ = screen.received()
    terminal.restore()
    #expect(screen.received().hasPrefix("\u{18}\u{1B}[?2026l"))
  }

  @Test func `what is no terminal is refused with its path`() {
    for (path, reason) in [
      ("/dev/null", "/dev/null is no terminal; run tty in another one for its path"),
      ("/no/such", "/no/such: No such file or directory"),
    ] {
      let fault = #expect(throws: PanelTerminal.Fault.self) {
        try PanelTerminal(
          path: path, isOwnFree: false, panel: ProfilePanel(command: [], link: nil),
          poller: SystemClock())
      }
      #expect(fault?.description == reason)
    }
  }
}
