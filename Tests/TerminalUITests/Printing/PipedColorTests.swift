import Raster
import Testing

@testable import TerminalUI

/// The colors of output that is no terminal.
@Suite struct PipedColorTests {
  private func depth(_ colors: Int?, _ environment: [String: String] = [:]) -> ColorDepth {
    ColorDepth.piped(
      terminfo: colors.map { TerminfoColors(count: $0, isDirect: false) },
      environment: { environment[$0] })
  }

  @Test func `a file has 24-bit color, unless the environment names a terminal of fewer`() {
    #expect(depth(nil) == .trueColor && depth(256) == .trueColor)
    #expect(depth(16) == .ansi16 && depth(8) == .ansi8 && depth(0) == .mono)
    #expect(depth(8, ["COLORTERM": "truecolor"]) == .trueColor)
    #expect(depth(8, ["TERM": "linux"]) == .ansi8 && depth(8, ["TERM": "xterm"]) == .trueColor)
  }

  @Test func `NO_COLOR is obeyed`() {
    #expect(depth(nil, ["NO_COLOR": "1"]) == .mono && depth(256, ["NO_COLOR": "1"]) == .mono)
    #expect(depth(256, ["NO_COLOR": ""]) == .trueColor)
  }
}
