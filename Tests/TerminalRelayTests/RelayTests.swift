import FrameProfiling
import Glibc
import Raster
import Testing

@testable import TerminalRelay

/// Bytes between a command and its terminal, in virtual time.
@Suite struct RelayTests {
  @Test func `keys and output pass unchanged, with the delay of the link each way`() throws {
    let bench = try RelayBench(link: "80ms")
    bench.schedule(at: 10) { bench.terminal.output = Array("j\u{3}\u{1B}[A".utf8) }
    bench.run(until: 49)
    #expect(bench.command.received.isEmpty)
    bench.run(until: 50)
    #expect(bench.command.received == Array("j\u{3}\u{1B}[A".utf8))
    bench.command.output = Array("text\u{1B}[?1h".utf8)
    bench.run(until: 89)
    #expect(bench.terminal.received.isEmpty)
    bench.run(until: 91)
    #expect(bench.terminal.received == Array("text\u{1B}[?1h".utf8))
  }

  @Test func `a query follows a frame, and its answer stays with the profiler`() throws {
    let bench = try RelayBench()
    bench.command.output = Array("frame".utf8)
    bench.run(until: 10)
    #expect(bench.terminal.received == Array("frame\u{1B}[5n".utf8))
    #expect(!bench.relay.isDrained)
    bench.terminal.output = Array("\u{1B}[0nq".utf8)
    bench.run(until: 20)
    #expect(bench.command.received == Array("q".utf8))
    #expect(bench.relay.isDrained && bench.relay.profiler.recorder.frames[0].isShown)
  }

  @Test func `each key is answered by a frame, and a repaint of the same screen is waste`() throws {
    let bench = try RelayBench(link: "10mbit,4ms")
    let rows = Array(repeating: String(repeating: "x", count: 40), count: 10)
    bench.command.output = Array("\u{1B}[2J\u{1B}[Hready".utf8)
    for key in 1...5 {
      bench.schedule(at: 100 * key) { bench.terminal.output = [UInt8(ascii: "j")] }
      bench.schedule(at: 100 * key + 5) {
        bench.command.output = Array("\u{1B}[H\(rows.joined(separator: "\r\n"))".utf8)
      }
    }
    bench.run(until: 1_000)
    bench.relay.finish()
    let subject = ProfileReport.Subject(
      command: ["less"], link: "10mbit,4ms", duration: .seconds(1), exitStatus: 0)
    let report = ProfileReport(subject, bench.relay.profiler.recorder)
    let figures = [
      "frames.count", "frames.clears", "frames.full_repaints", "keys.count", "keys.answered",
    ].map { report.value(of: $0) }
    #expect(figures == [6, 1, 6, 5, 5], "the clear is a repaint too")
    #expect(try #require(report.value(of: "bytes.waste_ratio")) > 3)
  }

  @Test func `a command whose terminal takes nothing is not read further`() throws {
    let bench = try RelayBench()
    bench.terminal.room = 0
    bench.command.endless = Array(repeating: UInt8(ascii: "y"), count: 4_096)
    bench.run(until: 1_000)
    #expect(bench.relay.waitingBytes < 2 * 65_536)
    #expect(bench.now == .seconds(1))
  }

  @Test(
    arguments: [
      // Turning the alternate screen off has not reached the terminal, so it is still on.
      ("\u{1B}[?1049h\u{1B}[?1003htext", "\u{1B}[?1049l\u{1B}[?1003l", "", [1003, 1049]),
      // The picture was cut, and what follows it has not arrived.
      ("a\u{1B}Pq#0;2;0;0", ";0\u{1B}\\\u{1B}[?2004h", "\u{18}\u{1B}\\", []),
    ] as [(String, String, String, [Int])])
  func `the terminal is restored by what it has taken, not by what was read`(
    taken: String, lost: String, cut: String, modes: [Int]
  ) throws {
    let bench = try RelayBench()
    bench.terminal.room = taken.utf8.count
    bench.command.output = Array((taken + lost).utf8)
    bench.run(until: 10)
    #expect(bench.terminal.received == Array(taken.utf8))
    #expect(
      String(decoding: bench.relay.restoring, as: UTF8.self)
        == cut + "\u{1B}[m\u{1B}(B\u{F}\u{1B}[4l"
        + modes.map { "\u{1B}[?\($0)l" }.joined())
  }

  @Test func `over a link without a rate a command is read no further than what may travel`() throws
  {
    let bench = try RelayBench(link: "60000ms")
    bench.command.endless = Array(repeating: UInt8(ascii: "y"), count: 4_096)
    bench.run(until: 1_000, steps: 1_000)
    #expect(bench.relay.waitingBytes < 1_100_000 && bench.now == .seconds(1))
  }

  @Test func `input is read no further while a command reads none of it`() throws {
    let bench = try RelayBench()
    bench.command.room = 0
    bench.terminal.endless = Array(repeating: UInt8(ascii: "j"), count: 4_096)
    bench.run(until: 1_000, steps: 1_000)
    #expect(bench.relay.waitingInput < 2 * 65_536 && bench.now == .seconds(1))
    (bench.terminal.endless, bench.terminal.isGone) = ([], true)
    bench.run(until: 2_000)
    #expect(bench.now == .seconds(1), "a hangup is noticed")
  }

  @Test func `answers that a command never reads are dropped, the profiler's own are not`() throws {
    let size = CellSize(columns: 40, rows: 10)
    let bench = try RelayBench(inMemory: HeadlessTerminal(EmulatedTerminal(size: size)))
    bench.command.room = 0
    for _ in 0..<3_000 {
      bench.command.output = Array(String(repeating: "\u{1B}[6n", count: 10).utf8)
      bench.run(until: .max, steps: 1)
    }
    #expect(bench.relay.waitingInput < 2 * 65_536)
    bench.command.output = Array("frame".utf8)
    bench.run(until: 10)
    #expect(bench.relay.profiler.recorder.frames.last?.isShown == true)
  }

  @Test func `after a stop only queries that the terminal has not taken are answered`() throws {
    let bench = try RelayBench()
    bench.command.output = Array("a".utf8)
    bench.run(until: 10)
    bench.terminal.room = 0
    bench.command.output = Array("b".utf8)
    bench.run(until: 20)
    bench.relay.forgetQueries()
    bench.terminal.room = .max
    bench.terminal.output = Array("\u{1B}[0n".utf8)
    bench.run(until: 30)
    #expect(bench.command.received.isEmpty)
    #expect(bench.relay.profiler.recorder.frames.map(\.isShown) == [false, true])
  }
}
