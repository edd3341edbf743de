import FrameProfiling
import Raster
import Testing

@testable import TerminalRelay

/// The wait for the rest of a command's output, and what ends it.
@Suite struct DrainTests {
  /// Five seconds of output for a link of 1000 bytes a second.
  private let rest = Array(repeating: UInt8(ascii: "y"), count: 5_000)

  private func bench() throws -> RelayBench {
    let bench = try RelayBench(link: "8kbit")
    bench.command.output = rest
    return bench
  }

  private func drain(
    _ bench: RelayBench, isHurried: Bool = false, isInterrupted: () -> Bool = { false }
  ) {
    bench.relay.drain(
      patience: .seconds(1), isHurried: isHurried, signals: bench.signals.descriptor,
      isInterrupted: isInterrupted)
  }

  @Test func `a slow link gets the time that it needs`() throws {
    let bench = try bench()
    drain(bench)
    #expect(bench.terminal.received == rest + Array("\u{1B}[5n".utf8))
    // The terminal does not answer the query, which left at 5.004 s.
    #expect(bench.now == .milliseconds(6_004))
  }

  @Test func `the terminal shows the last frame too, when nothing else is under way`() throws {
    let bench = try RelayBench()
    bench.command.output = Array("last".utf8)
    bench.schedule(at: 7) { bench.terminal.output = Array("\u{1B}[0n".utf8) }
    drain(bench)
    #expect(bench.relay.profiler.recorder.frames.map(\.isShown) == [true])
    #expect(bench.now == .milliseconds(7))
  }

  @Test func `a terminal in memory shows the last frame at once`() throws {
    let terminal = HeadlessTerminal(try EmulatedTerminal(size: CellSize(columns: 40, rows: 10)))
    let bench = try RelayBench(inMemory: terminal)
    bench.command.output = Array("last".utf8)
    drain(bench)
    #expect(bench.relay.profiler.recorder.frames.map(\.isShown) == [true])
    #expect(bench.now == .zero)
  }

  @Test func `after a signal all that is left gets the patience once`() throws {
    let bench = try bench()
    drain(bench, isHurried: true)
    #expect(bench.now == .seconds(1) && bench.terminal.received.count == 1_000)
  }

  @Test func `Ctrl-C ends it, other keys do not`() throws {
    let bench = try bench()
    bench.schedule(at: 100) { bench.terminal.output = Array("q".utf8) }
    bench.schedule(at: 200) { bench.terminal.output = [0x03] }
    drain(bench)
    #expect(bench.now == .milliseconds(200) && bench.terminal.received.count == 200)
  }

  @Test func `a signal that ends the program ends it, another does not`() throws {
    let bench = try RelayBench()
    bench.command.output = rest
    bench.terminal.room = 0
    bench.schedule(at: 100) { bench.signals.output = Array("resize".utf8) }
    bench.schedule(at: 200) { bench.signals.output = Array("terminate".utf8) }
    drain(bench) { bench.signals.read() == Array("terminate".utf8) }
    #expect(bench.now == .milliseconds(200))
  }

  @Test func `a terminal that is gone ends it`() throws {
    let bench = try bench()
    bench.schedule(at: 300) { bench.terminal.isGone = true }
    drain(bench)
    #expect(bench.now == .milliseconds(300))
  }
}
