import FrameProfiling
import Raster
import Testing

@testable import TerminalRelay

/// The bytes of typed keys.
@Suite struct KeySequenceTests {
  @Test func `keys are typed as the program has asked for them`() throws {
    let size = CellSize(columns: 40, rows: 10)
    var profiler = StreamProfiler(
      screen: try EmulatedTerminal(size: size), size: size, encoder: DirectEncoding())
    func text(_ key: Key) -> String {
      String(decoding: key.sequence(for: profiler.modes), as: UTF8.self)
    }
    #expect(text(.down) == "\u{1B}[B" && text(.pageDown) == "\u{1B}[6~")
    #expect(text(.control("c")) == "\u{3}" && text(.character("é")) == "é")
    #expect(text(.wheel(1)).isEmpty && text(.paste("a")) == "a")
    profiler.read(Array("\u{1B}[?1;1000;1006;2004h".utf8), at: .zero)
    #expect(text(.down) == "\u{1B}OB" && text(.paste("a")) == "\u{1B}[200~a\u{1B}[201~")
    #expect(text(.wheel(-2)) == "\u{1B}[<64;1;1M\u{1B}[<64;1;1M")
    #expect(text(.click(CellPoint(column: 4, row: 1))) == "\u{1B}[<0;5;2M\u{1B}[<0;5;2m")
  }
}
