import FrameProfiling
import Raster
import SimulationModels
import TerminalRelay
import Testing

/// Output that no program should write.
@Suite struct HostileOutputTests {
  private static let pieces: [[UInt8]] = [
    "\u{1B}[", "\u{1B}]", "\u{1B}_G", "\u{1B}P", "\u{1B}\\", "\u{1B}[?2026h", "\u{1B}[?2026l",
    "\u{1B}[2J",
    "\u{1B}[H", "\u{1B}[999999999;999999999H", "\u{1B}[99999999999999999999L", "\u{1B}[-1M", ";;;;",
    "?1049h",
    "?1049l", "漢", "e\u{301}", "\u{1B}[5n", "\u{1B}[3;2r", "\u{1B}[4h", "\u{1B}#8", "\u{1B}#6",
    "\u{1B}#3", "\u{18}",
    "\u{7F}", "\n", "r",
    "\u{1B}[S", "\u{1B}[9T", "\u{1B}[?3h", "\u{1B}[69;5s", "\u{1B}[?69h", "\u{1B}(0", "\u{1B}c",
    "b", "m",
  ].map { Array($0.utf8) }

  @Test func `nothing that a program writes ends the profiler, and every query is answered once`()
    throws
  {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<200 {
      var size = CellSize(
        columns: Int.random(in: 4..<40, using: &random),
        rows: Int.random(in: 1..<9, using: &random))
      var profiler = StreamProfiler(
        screen: try EmulatedTerminal(size: size), size: size, encoder: DirectEncoding())
      var time = Duration.zero
      var asked = 0
      for _ in 0..<60 {
        time += .microseconds(Int.random(in: 0..<5_000, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          size = CellSize(columns: Int.random(in: 4..<40, using: &random), rows: size.rows)
          profiler.resize(to: size)
        case 1:
          profiler.read((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }, at: time)
        default: profiler.read(Self.pieces.randomElement(using: &random) ?? [], at: time)
        }
        profiler.advance(to: time)
        if profiler.takeQuery(at: time) {
          asked += 1
          profiler.delivered(StreamProfiler.query.count, at: time)
        }
      }
      profiler.finish()
      // The command gets all answers but those to the profiler's queries.
      let answers = Array(repeating: Array("\u{1B}[0n".utf8), count: 1_000).joined()
      let passed = profiler.pass(Array(answers)[...], at: time)
      #expect(passed.count == answers.count - 4 * asked)
      #expect(!profiler.awaitsAnswer)
    }
  }
}
