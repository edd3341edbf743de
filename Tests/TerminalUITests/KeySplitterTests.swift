import TestSupport
import Testing

@testable import TerminalUI

@Suite struct KeySplitterTests {
  private static let start = ContinuousClock.now

  /// Feeds reads at milliseconds and returns all keys as text.
  private static func keys(_ reads: [(milliseconds: Int, text: String)]) -> [String] {
    var splitter = KeySplitter()
    return reads.flatMap { read in
      splitter.keys(in: Array(read.text.utf8), at: start + .milliseconds(read.milliseconds))
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `keys that were read together are told apart`() {
    let text = "a\u{1B}[A\u{1B}OBé\u{1B}[6~\u{1B}[<64;10;5M\r\u{1B}"
    let expected = [
      "a", "\u{1B}[A", "\u{1B}OB", "é", "\u{1B}[6~", "\u{1B}[<64;10;5M", "\r", "\u{1B}",
    ]
    #expect(Self.keys([(0, text)]) == expected)
  }

  @Test func `a stream that is cut anywhere but after an Esc yields the same keys`() {
    let text = Array("x\u{1B}[Aé漢🍜\u{1B}OB\u{1B}[15;2~\u{1B}]0;t\u{1B}\\\u{1B}[[Ay".utf8)
    var whole = KeySplitter()
    let expected = whole.keys(in: text, at: Self.start).map(Array.init)
    for cut in 1..<text.count where text[cut - 1] != 0x1B {
      var splitter = KeySplitter()
      let keys = [text[..<cut], text[cut...]].flatMap {
        splitter.keys(in: Array($0), at: Self.start).map(Array.init)
      }
      #expect(keys == expected, "cut at \(cut)")
    }
  }

  @Test func `a lone Esc is a key at once, and the rest of a sequence after it is swallowed`() {
    #expect(Self.keys([(0, "\u{1B}"), (10, "[B"), (20, "j")]) == ["\u{1B}", "j"])
    #expect(Self.keys([(0, "\u{1B}"), (10, "["), (20, "B"), (25, "j")]) == ["\u{1B}", "j"])
    #expect(Self.keys([(0, "\u{1B}"), (10, "]0;x\u{7}j")]) == ["\u{1B}", "j"])
  }

  @Test func `what a person types after Esc is no rest of a sequence`() {
    #expect(Self.keys([(0, "\u{1B}"), (31, "["), (400, "j")]) == ["\u{1B}", "[", "j"])
    #expect(Self.keys([(0, "\u{1B}"), (10, "j")]) == ["\u{1B}", "j"])
    #expect(Self.keys([(0, "\u{1B}\u{1B}[A")]) == ["\u{1B}", "\u{1B}[A"])
  }

  @Test func `a sequence that never ends does not swallow what comes later`() {
    #expect(Self.keys([(0, "\u{1B}Phalf"), (501, "j")]) == ["j"])
    #expect(Self.keys([(0, "\u{1B}[12"), (501, "j")]) == ["j"])
    #expect(Self.keys([(0, "\u{1B}]" + String(repeating: "x", count: 5000)), (1, "j")]) == ["j"])
  }

  @Test func `broken bytes are dropped and the rest is kept`() {
    var splitter = KeySplitter()
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0x63, 0xF5, 0x64, 0x80, 0x65]
    let keys = splitter.keys(in: bytes, at: Self.start).flatMap { $0 }
    #expect(keys == [0x61, 0x62, 0x63, 0x64, 0x65])
  }

  @Test func `any bytes in any pieces neither trap nor stop the keys after them`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      var splitter = KeySplitter()
      var instant = Self.start
      for _ in 0..<8 {
        let count = Int.random(in: 0...12, using: &random)
        let bytes = (0..<count).map { _ in
          Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random) : [0x1B, 0x5B, 0x4F, 0x5D][count % 4]
        }
        _ = splitter.keys(in: bytes, at: instant)
        instant += .milliseconds(Int.random(in: 0...60, using: &random))
      }
      let last = splitter.keys(in: [0x6A], at: instant + .seconds(1))
      #expect(last.map(Array.init) == [[0x6A]])
    }
  }
}
