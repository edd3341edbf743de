import TestSupport
import Testing

@testable import TerminalUI

@Suite struct InputFilterTests {
  private static let start = Duration.seconds(60)

  /// Feeds reads at milliseconds and returns all keys as text.
  private static func keys(
    _ reads: [(milliseconds: Int, text: String)], isAwaitingReply: Bool = false
  ) -> [String] {
    var filter = InputFilter()
    filter.isAwaitingReply = isAwaitingReply
    return reads.flatMap { read in
      filter.keys(in: Array(read.text.utf8), at: start + .milliseconds(read.milliseconds))
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `keys that were read together are told apart`() {
    let text = "a\u{1B}[A\u{1B}OBé\u{1B}[6~\u{1B}[<64;10;5M\r\u{1B}"
    let expected = [
      "a", "\u{1B}[A", "\u{1B}OB", "é", "\u{1B}[6~", "\u{1B}[<64;10;5M", "\r", "\u{1B}",
    ]
    #expect(Self.keys([(0, text), (30, "")]) == expected)
  }

  @Test func `a stream that is cut anywhere but after an Esc yields the same keys`() {
    let text = Array("x\u{1B}[Aé漢🍜\u{1B}OB\u{1B}[15;2~\u{1B}]0;t\u{1B}\\\u{1B}[[Ay".utf8)
    var whole = InputFilter()
    let expected = whole.keys(in: text, at: Self.start)
    for cut in 1..<text.count where text[cut - 1] != 0x1B {
      var filter = InputFilter()
      let keys = [text[..<cut], text[cut...]].flatMap {
        filter.keys(in: Array($0), at: Self.start)
      }
      #expect(keys == expected, "cut at \(cut)")
    }
  }

  @Test func `a lone Esc is a key at once, and the rest of a sequence after it is swallowed`() {
    #expect(Self.keys([(0, "\u{1B}"), (10, "[B"), (20, "j")]) == ["\u{1B}", "j"])
    #expect(Self.keys([(0, "\u{1B}"), (10, "["), (20, "B"), (25, "j")]) == ["\u{1B}", "j"])
    #expect(Self.keys([(0, "\u{1B}"), (10, "]0;x\u{7}j")]) == ["\u{1B}", "j"])
  }

  @Test func `an Esc at the end of more bytes waits for the rest of a sequence`() {
    #expect(Self.keys([(0, "a\u{1B}"), (10, "[B"), (20, "j")]) == ["a", "\u{1B}[B", "j"])
    #expect(Self.keys([(0, "a\u{1B}"), (10, "")]) == ["a"])
    #expect(Self.keys([(0, "a\u{1B}"), (30, "")]) == ["a", "\u{1B}"])
  }

  @Test func `while an answer is owed, a lone Esc waits for the rest of a sequence`() {
    func keys(_ reads: [(Int, String)]) -> [String] { Self.keys(reads, isAwaitingReply: true) }
    #expect(keys([(0, "\u{1B}"), (10, "[B"), (20, "j")]) == ["\u{1B}[B", "j"])
    #expect(keys([(0, "\u{1B}"), (10, "j")]) == ["\u{1B}", "j"])
    #expect(keys([(0, "\u{1B}"), (29, "")]) == [])
    #expect(keys([(0, "\u{1B}"), (30, "")]) == ["\u{1B}"])
    #expect(keys([(0, "\u{1B}"), (30, "j")]) == ["\u{1B}", "j"])
    #expect(keys([(0, "\u{1B}"), (10, "\u{1B}"), (40, "")]) == ["\u{1B}", "\u{1B}"])

    var filter = InputFilter()
    filter.isAwaitingReply = true
    #expect(filter.pieces(in: [0x1B], at: Self.start) == [])
    #expect(filter.deadline == Self.start + .milliseconds(30))
    #expect(filter.keys(in: [], at: Self.start + .milliseconds(30)) == [[0x1B]])
    #expect(filter.deadline == nil)
  }

  @Test func `keys typed after Esc are no rest of a sequence`() {
    #expect(Self.keys([(0, "\u{1B}"), (31, "["), (400, "j")]) == ["\u{1B}", "[", "j"])
    #expect(Self.keys([(0, "\u{1B}"), (10, "j")]) == ["\u{1B}", "j"])
    #expect(Self.keys([(0, "\u{1B}\u{1B}[A")]) == ["\u{1B}", "\u{1B}[A"])
  }

  @Test func `a reply whose Esc was taken for a key is no key, however late it comes`() {
    for rest in ["[?62;4c", "P>|x\u{1B}\\", "_Gi=31;OK\u{1B}\\", "]11;rgb:0/0/0\u{7}"] {
      #expect(Self.keys([(0, "\u{1B}"), (1900, rest), (1950, "j")]) == ["\u{1B}", "j"])
    }
  }

  @Test func `a sequence that never ends does not swallow what comes later`() {
    #expect(Self.keys([(0, "\u{1B}P>|half"), (1900, "x"), (2001, "j")]) == ["j"])
    #expect(Self.keys([(0, "\u{1B}[?6"), (2001, "j")]) == ["j"])
    #expect(Self.keys([(0, "\u{1B}[12"), (501, "j")]) == ["j"])
    #expect(Self.keys([(0, "\u{1B}Xhalf"), (501, "j")]) == ["j"])
    let long = String(repeating: "x", count: 100_000)
    #expect(Self.keys([(0, "\u{1B}]0;\(long)"), (1, long), (2001, "j")]) == ["j"])
  }

  @Test func `the rest of a string that is too long is no key`() {
    let long = String(repeating: "q", count: 5000)
    #expect(Self.keys([(0, "\u{1B}]0;\(long)"), (1, long), (2, "\u{7}j")]) == ["j"])
    #expect(Self.keys([(0, "\u{1B}_G\(long)"), (1, "q\u{1B}"), (2, "\\j")]) == ["j"])
    let many = String(repeating: "1;", count: 5000)
    #expect(Self.keys([(0, "\u{1B}[\(many)"), (1, many), (2, "Aj")]) == ["j"])
  }

  /// The keys and the pasted texts, which stand in brackets.
  private static func pastes(_ reads: [(milliseconds: Int, text: String)]) -> [String] {
    var filter = InputFilter()
    return reads.flatMap { read in
      filter.pieces(in: Array(read.text.utf8), at: start + .milliseconds(read.milliseconds)).map {
        switch $0 {
        case .key(let key): String(decoding: key, as: UTF8.self)
        case .paste(let text): "<\(text)>"
        case .reply: "reply"
        }
      }
    }
  }

  @Test func `a pasted text is one piece, wherever reads cut it`() {
    let text = "a\u{1B}[200~q\r\u{1B}[20é\u{1B}\u{1B}[A\u{3}\u{1B}[201~b"
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count where bytes[cut - 1] != 0x1B || cut > 10 {
      var filter = InputFilter()
      let pieces = [bytes[..<cut], bytes[cut...]].flatMap {
        filter.pieces(in: Array($0), at: Self.start)
      }
      let paste = InputPiece.paste("q\r\u{1B}[20é\u{1B}\u{1B}[A\u{3}")
      #expect(pieces == [.key([0x61]), paste, .key([0x62])], "cut at \(cut)")
    }
    #expect(Self.pastes([(0, "\u{1B}[200~\u{1B}[201~j")]) == ["<>", "j"])
    #expect(Self.pastes([(0, "\u{1B}[201~j")]) == ["\u{1B}[201~", "j"])
  }

  @Test func `the rest of a pasted text that stalls is no key, however late it comes`() {
    #expect(
      Self.pastes([
        (0, "\u{1B}[200~make "), (2_500, "q"), (2_501, ""), (30_000, "uick\r\u{1B}[201~j"),
      ]) == ["<make quick\r>", "j"])
  }

  @Test func `a pasted text without an end stops no key after a silence, and is bounded`() {
    #expect(Self.pastes([(0, "\u{1B}[200~q"), (9_000, ""), (9_001, "x"), (19_000, "")]) == [])
    #expect(
      Self.pastes([(0, "\u{1B}[200~q"), (9_000, "x"), (19_000, ""), (19_001, "j")]) == [
        "<qx>", "j",
      ])
    var filter = InputFilter()
    _ = filter.pieces(in: BracketedPaste.start, at: Self.start)
    #expect(filter.deadline == Self.start + .seconds(10) && !filter.hasLostPaste)
    #expect(filter.pieces(in: [], at: Self.start + .seconds(10)) == [.paste("")])
    #expect(filter.deadline == nil && filter.hasLostPaste)
    let long = String(repeating: "q", count: BracketedPaste.longest)
    #expect(
      Self.pastes([(0, "\u{1B}[200~\(long)qq\u{1B}"), (0, "\(long)\u{1B}[201~j")]) == [
        "<\(long)>", "j",
      ])
  }

  @Test func `broken bytes are dropped and the rest is kept`() {
    var filter = InputFilter()
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0x63, 0xF5, 0x64, 0x80, 0x65]
    let keys = filter.keys(in: bytes, at: Self.start).flatMap { $0 }
    #expect(keys == [0x61, 0x62, 0x63, 0x64, 0x65])
  }

  @Test func `any bytes in any pieces neither trap nor stop the keys after them`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      var filter = InputFilter()
      filter.isAwaitingReply = Bool.random(using: &random)
      var instant = Self.start
      for _ in 0..<8 {
        let count = Int.random(in: 0...12, using: &random)
        let bytes = (0..<count).map { _ in
          Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random) : [0x1B, 0x5B, 0x4F, 0x5D][count % 4]
        }
        _ = filter.pieces(in: bytes, at: instant)
        instant += .milliseconds(Int.random(in: 0...60, using: &random))
      }
      let later = instant + .seconds(10)
      _ = filter.pieces(in: [], at: later)
      #expect(filter.keys(in: [0x6A], at: later) == [[0x6A]])
    }
  }

  @Test func `a megabyte of anything is cut in bounded memory, and the next key is a key`() {
    var random = SeededRandom(seed: 2)
    let floods: [[UInt8]] = [
      (0..<1 << 20).map { _ in UInt8.random(in: 0...255, using: &random) },
      Array("\u{1B}]".utf8) + [UInt8](repeating: 0x71, count: 1 << 20),
      Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 1 << 20),
      [UInt8](repeating: 0x1B, count: 1 << 20),
      Array(String(repeating: "\u{1B}[I\u{1B}[O", count: 1 << 17).utf8),
      BracketedPaste.start + [UInt8](repeating: 0x71, count: 1 << 20),
    ]
    for flood in floods {
      var filter = InputFilter()
      var index = 0
      while index < flood.count {
        let end = min(flood.count, index + 256)
        _ = filter.pieces(in: Array(flood[index..<end]), at: Self.start)
        #expect(filter.held.count <= InputFilter.longestSequence)
        index = end
      }
      let later = Self.start + .seconds(10)
      _ = filter.pieces(in: [], at: later)
      #expect(filter.keys(in: [0x6A], at: later) == [[0x6A]])
    }
  }
}

extension InputFilter {
  /// The keys among the pieces.
  mutating func keys(in bytes: [UInt8], at instant: Duration) -> [[UInt8]] {
    pieces(in: bytes, at: instant).compactMap {
      if case .key(let key) = $0 { Array(key) } else { nil }
    }
  }
}
