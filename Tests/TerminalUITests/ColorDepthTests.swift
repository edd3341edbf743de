import Raster
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ColorDepthTests {
  private static func depth(
    _ environment: [String: String], colors: Int = 256, isDirect: Bool = false
  ) -> ColorDepth {
    ColorDepth.detected(
      terminfo: TerminfoColors(count: colors, isDirect: isDirect), environment: { environment[$0] })
  }

  @Test func `24-bit color is used where the terminal is known to have it`() {
    #expect(Self.depth(["COLORTERM": "truecolor"]) == .trueColor)
    #expect(Self.depth(["COLORTERM": "24bit"]) == .trueColor)
    #expect(Self.depth([:], isDirect: true) == .trueColor)
    #expect(Self.depth(["TMUX": "/tmp/tmux,1,0"]) == .trueColor)
    #expect(Self.depth(["COLORTERM": "yes"]) == .indexed256)
  }

  @Test func `GNU screen passes on a claim that it does not keep`() {
    #expect(Self.depth(["COLORTERM": "truecolor", "STY": "1.pts"]) == .indexed256)
    #expect(
      Self.depth(["COLORTERM": "truecolor", "STY": "1.pts", "TMUX": "x"]) == .indexed256,
      "inside tmux")
    #expect(
      Self.depth(["TERM": "tmux-256color", "STY": "1.pts", "TMUX": "x"]) == .trueColor,
      "tmux inside it")
  }

  @Test func `terminfo tells how many colors there are otherwise`() {
    #expect(
      [256, 16, 8, 0].map { Self.depth([:], colors: $0) } == [
        .indexed256, .ansi16, .ansi8, .mono,
      ])
  }

  @Test func `NO_COLOR wins, unless it is empty`() {
    #expect(Self.depth(["NO_COLOR": "1", "COLORTERM": "truecolor"], isDirect: true) == .mono)
    #expect(Self.depth(["NO_COLOR": "", "COLORTERM": "truecolor"]) == .trueColor)
  }

  @Test(arguments: 0..<3)
  func `a palette finds its own colors, to the five bits that it looks at`(index: Int) {
    let palette = [Palette.indexed256, .ansi16, .ansi8][index]
    for color in palette.colors {
      let found = palette.index(of: color).map { palette.colors[$0] } ?? .terminalDefault
      for channel in [\Color.red, \.green, \.blue] {
        #expect(abs(Int(found[keyPath: channel]) - Int(color[keyPath: channel])) < 8)
      }
    }
    #expect(palette.index(of: .terminalDefault) == nil)
  }

  @Test(arguments: 0..<3)
  func `no color of a palette is nearer than the one that is found`(index: Int) {
    let palette = [Palette.indexed256, .ansi16, .ansi8][index]
    var random = SeededRandom(seed: 5)
    for _ in 0..<500 {
      // The middle of the colors that share an entry of the lookup.
      let value = UInt32.random(in: 0...0xFF_FFFF, using: &random) & 0xF8_F8F8 | 0x04_0404
      let color = Color(rawValue: value)
      let found = palette.index(of: color).map { Self.distance(color, palette.colors[$0]) }
      #expect(found == palette.colors.map { Self.distance(color, $0) }.min())
    }
  }

  private static func distance(_ a: Color, _ b: Color) -> Int {
    [\Color.red, \.green, \.blue].reduce(0) { sum, channel in
      let difference = Int(a[keyPath: channel]) - Int(b[keyPath: channel])
      return sum + difference * difference
    }
  }
}
