import Raster
import TerminalRelay
import Testing

@testable import FrameProfiling

/// The times of keys, against delays that are known.
@Suite struct KeyTimesTests {
  struct Delays {
    /// Until the first byte.
    var thinking: Double
    /// From the first byte to the last.
    var drawing: Double
    /// The link's way in either direction.
    var link: Double
    /// From the last byte's arrival until the terminal has drawn it.
    var terminal: Double
    var isSynchronized: Bool
    /// The time that a frame waits before the link.
    var queue = 0.0
  }

  static let delays = [1.0, 12, 150].flatMap { thinking in
    [0.0, 1.5, 30].flatMap { drawing in
      [0.0, 40].flatMap { link in
        [0.5, 7, 90].flatMap { terminal in
          [true, false].map {
            Delays(
              thinking: thinking, drawing: drawing, link: link, terminal: terminal,
              isSynchronized: $0)
          }
        }
      }
    }
  }

  /// A session of one key with these delays, in milliseconds.
  private func session(_ delays: Delays) throws -> ProfileRecorder {
    let size = CellSize(columns: 40, rows: 10)
    var profiler = StreamProfiler(
      screen: try EmulatedTerminal(size: size), size: size, encoder: DirectEncoding(),
      linkDelay: .milliseconds(delays.link))
    let (pressed, arrived) = (1_000.0, 1_000 + delays.link)
    profiler.inputDelivered([0x6A], pressedAt: .milliseconds(pressed), at: .milliseconds(arrived))
    let first = arrived + delays.thinking
    var (time, sent) = (first, 0)
    func write(_ text: String) {
      profiler.advance(to: .milliseconds(time))
      profiler.read(Array(text.utf8), at: .milliseconds(time))
      sent += text.utf8.count
    }
    if delays.isSynchronized { write(Page.updateStart) }
    // A byte each 1.5 ms keeps a burst together.
    while time < first + delays.drawing {
      write("x")
      time = min(time + 1.5, first + delays.drawing)
    }
    write("x" + (delays.isSynchronized ? Page.updateEnd : ""))
    let last = time
    if let deadline = profiler.deadline { time = deadline / .milliseconds(1) }
    profiler.advance(to: .milliseconds(time))
    let isAsked = profiler.takeQuery(at: .milliseconds(time))
    #expect(isAsked)
    let way = delays.link + delays.queue
    profiler.delivered(sent + StreamProfiler.query.count, at: .milliseconds(time + way))
    // The terminal answers at once, or when it has drawn the frame.
    let drawn = last + way + delays.terminal
    let answered = max(drawn, time + way + (drawn > time + way ? 0 : delays.terminal))
    let rest = profiler.pass(Array("\u{1B}[0n".utf8)[...], at: .milliseconds(answered))
    #expect(rest.isEmpty)
    return profiler.recorder
  }

  @Test func `known delays of each phase are reported within 5 %`() throws {
    for delays in Self.delays {
      let session = try session(delays)
      let key = try #require(session.keys.first)
      let shown = try #require(key.shown, "\(delays)")
      let first = try #require(key.firstByteAt) - key.pressedAt
      let settled = try #require(key.settledAt) - key.pressedAt
      let expected: [(String, Duration, Double)] = [
        ("first byte", first, delays.link + delays.thinking),
        ("settled", settled, delays.link + delays.thinking + delays.drawing),
        ("program", shown.program, delays.thinking + delays.drawing),
        ("link", shown.link, 2 * delays.link),
        ("terminal", shown.terminal, delays.terminal),
      ]
      for (name, time, wanted) in expected {
        #expect(
          abs(time / .milliseconds(1) - wanted) <= 0.05 * wanted + 1e-6, "\(name): \(delays)")
      }
      let longest = [
        (Blame.program, delays.thinking + delays.drawing), (.link, 2 * delays.link),
        (.terminal, delays.terminal),
      ].max { $0.1 < $1.1 }
      #expect(shown.blame == longest?.0, "\(delays)")
    }
  }

  @Test func `a link's constant delay makes no frame late, and what it adds to that does`() throws {
    for delays in Self.delays {
      let frame = try #require(try session(delays).frames.first)
      let (program, terminal) = (delays.thinking + delays.drawing, delays.terminal)
      let late = max(0, program + terminal - ProfiledFrame.budget / .milliseconds(1))
      #expect(
        abs(frame.lateBy / .milliseconds(1) - late) <= 0.05 * (program + terminal), "\(delays)")
      #expect(frame.phasesBeyondDelay.blame == (terminal > program ? .terminal : .program))
      #expect(abs(frame.linkDelay / .milliseconds(1) - 2 * delays.link) < 1e-6, "\(delays)")
    }
    let queued = Delays(
      thinking: 1, drawing: 0, link: 40, terminal: 0.5, isSynchronized: true, queue: 30)
    let frame = try #require(try session(queued).frames.first)
    #expect(abs((frame.lateBy + ProfiledFrame.budget) / .milliseconds(1) - 31.5) < 1e-6)
    #expect(frame.phasesBeyondDelay.blame == .link)
    #expect(FrameTotals([frame]).late(by: .link) == 1)
  }

  @Test func `a key settles with the last of the frames that follow closely`() throws {
    var session = try Transcript()
    session.send("j", at: 0)
    for (text, time) in [("a", 10), ("b", 40), ("c", 80), ("d", 200)] as [(String, Double)] {
      session.write(text, at: time)
    }
    session.advance(to: 300)
    #expect(session.keys[0].firstByteAt == .milliseconds(10))
    #expect(session.keys[0].settledAt == .milliseconds(80))
  }

  @Test func `an answer belongs to all keys of a run, and to no earlier key without effect`() throws
  {
    var session = try Transcript()
    session.send("j", at: 0)  // no effect
    session.send("k", at: 500)
    session.send("k", at: 533)
    session.write("a", at: 550)
    session.send("k", at: 566)
    session.write("b", at: 570)
    session.advance(to: 1_000)
    #expect(
      session.keys.map(\.settledAt) == [
        nil, .milliseconds(550), .milliseconds(550), .milliseconds(570),
      ])
  }

  @Test func `a key that comes before the one before had output is counted as overlapping`() throws
  {
    var session = try Transcript()
    // A program that takes 150 ms for each key.
    session.send("j", at: 0)
    session.send("j", at: 120)
    session.write("1", at: 150)
    session.send("j", at: 240)
    session.write("2", at: 300)
    session.advance(to: 2_000)
    #expect(session.keys.map(\.isOverlapping) == [false, true, false])
    let report = session.report()
    #expect(report.value(of: "keys.overlapping") == 1)
    #expect(report.text.contains("1 came before the key before had output"))
  }

  @Test func `a bell answers a key without settling it, and a later frame is not its own`() throws {
    var session = try Transcript()
    session.send("j", at: 0)
    session.write("\u{7}", at: 3)
    session.write("12:00", at: 5_000)
    session.advance(to: 6_000)
    #expect(session.keys[0].firstByteAt == .milliseconds(3))
    #expect(session.keys[0].settledAt == nil)
    #expect(session.frames[0].pressedAt == nil)
  }

  @Test func `answers of the terminal, focus and a moving mouse are no keys`() throws {
    var session = try Transcript()
    for text in [
      "\u{1B}[?62;4c", "\u{1B}[>1;10;0c", "\u{1B}[12;40R", "\u{1B}[?2026;2$y", "\u{1B}[I",
      "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}P>|kitty\u{1B}\\",
      "\u{1B}_Gi=1;OK\u{1B}\\",
      "\u{1B}[<35;1;1M", "\u{1B}[<0;1;1m", "\u{1B}[6;20;10t", "\u{1B}[?1u",
    ] { session.send(text, at: 0) }
    #expect(session.keys.isEmpty)
    for text in [
      "a", "é", "\r", "\u{3}", "\u{7F}", "\u{1B}", "\u{1B}[A", "\u{1B}OA", "\u{1B}[5~", "\u{1B}x",
      "\u{1B}\r", "\u{1A}",
      "\u{1B}[<0;1;1M", "\u{1B}[200~text\u{1B}[201~", "\u{1B}[97;5u",
    ] { session.send(text, at: 1) }
    #expect(session.keys.count == 15)
  }
}
