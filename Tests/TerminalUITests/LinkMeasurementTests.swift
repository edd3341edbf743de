import TestSupport
import Testing

@testable import TerminalUI

extension CursesTests {
  /// The figures of the way to the terminal, as `filmstrip doctor` prints them.
  @Suite struct LinkMeasurementTests {
    private let pty: Pty
    private let time = VirtualTime()
    private let session: TerminalSession

    init() throws {
      pty = try Pty()
      session = try TerminalSession(
        path: pty.path, type: "xterm-256color", mouse: false, poller: VirtualPoller(time: time))
    }

    @Test func `a distant terminal has the round trip and the rate of its link`() throws {
      let answers = Array("\u{1B}[0n\u{1B}[1;1R\u{1B}[?1;2c".utf8)
      _ = TerminalSessionTests.input(session, pty, typing: answers)
      let query = session.features.acknowledgement ?? .attributes
      let answer = query == .operatingStatus ? "\u{1B}[0n" : "\u{1B}[?1;2c"
      let start = time.now
      // Five round trips, then one behind 2,000 bytes, which take 100 ms.
      for milliseconds in [40, 80, 120, 160, 200, 340] {
        try pty.type(answer, at: start + .milliseconds(milliseconds), in: time)
      }
      let link = try #require(LinkMeasurement(of: session))
      #expect(link.roundTrip == .milliseconds(40))
      #expect(link.bytesPerSecond?.rounded() == 20_000)
      session.close()
    }

    @Test func `a silent terminal has no figures, after the patience for one answer`() throws {
      let start = time.now
      #expect(LinkMeasurement(of: session) == nil)
      #expect(time.now <= start + .seconds(2))
      session.close()
    }
  }
}
