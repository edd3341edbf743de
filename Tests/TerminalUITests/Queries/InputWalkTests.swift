import TestSupport
import Testing

@testable import TerminalUI

/// Recorded replies and keys in one stream, cut anywhere.
@Suite struct InputWalkTests {
  private static let start = Duration.seconds(60)
  private static let keys = [
    "j", "q", "é", "漢", "🍜", "\r", "\u{1B}[A", "\u{1B}OB", "\u{1B}[6~", "\u{1B}[1;5C", "5",
    "\u{1B}[<0;300;7M", "\u{1B}[<65;10;5M", "\u{1B}[[A", "?", "\u{3}",
    "\u{1B}[200~q\u{1B}[0n\r\u{1B}[201~",
  ]

  private struct Taken: Equatable {
    var keys: [[UInt8]] = []
    var replies: [TerminalReply] = []

    mutating func take(_ pieces: [InputPiece]) {
      for piece in pieces {
        switch piece {
        case .key(let key): keys.append(Array(key))
        case .paste(let text): keys.append(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
        case .reply(let reply): replies.append(reply)
        }
      }
    }
  }

  private static func filter() -> InputFilter {
    var filter = InputFilter()
    filter.isAwaitingReply = true
    filter.isAwaitingCursor = true
    return filter
  }

  @Test(arguments: RecordedTerminal.names)
  func `wherever reads cut it, the keys and the replies are the same, and no reply is a key`(
    name: String
  ) throws {
    let answers = try RecordedTerminal(name).allAnswers
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      var (stream, typed): ([UInt8], [[UInt8]]) = ([], [])
      for answer in answers.shuffled(using: &random) {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let key = Array((Self.keys.randomElement(using: &random) ?? "j").utf8)
          typed.append(key)
          stream += key
        }
        stream += Array(answer.utf8)
      }
      var whole = Taken()
      var uncut = Self.filter()
      whole.take(uncut.pieces(in: stream, at: Self.start))
      #expect(whole.keys == typed)

      var (taken, filter, instant) = (Taken(), Self.filter(), Self.start)
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...9, using: &random)
        taken.take(filter.pieces(in: Array(rest.prefix(count)), at: instant))
        rest = rest.dropFirst(count)
        instant += .milliseconds(Int.random(in: 0...29, using: &random))
      }
      #expect(taken == whole)
    }
  }

  @Test(arguments: RecordedTerminal.names)
  func `a cut after any byte gives the same keys and replies`(name: String) throws {
    let answers = try RecordedTerminal(name).allAnswers
    let stream = Array(zip(answers, Self.keys + Self.keys).map { $0 + $1 }.joined().utf8)
    var whole = Taken()
    var uncut = Self.filter()
    whole.take(uncut.pieces(in: stream, at: Self.start))
    for cut in 1..<stream.count {
      var (taken, filter) = (Taken(), Self.filter())
      taken.take(filter.pieces(in: Array(stream[..<cut]), at: Self.start))
      taken.take(filter.pieces(in: Array(stream[cut...]), at: Self.start + .milliseconds(29)))
      #expect(taken == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: RecordedTerminal.names)
  func `a reply that stays cut short costs no key after it is given up`(
    name: String
  ) throws {
    for answer in try RecordedTerminal(name).allAnswers {
      let bytes = Array(answer.utf8)
      for length in 1..<bytes.count {
        var filter = Self.filter()
        let early = filter.keys(in: Array(bytes[..<length]), at: Self.start)
        #expect(early == [])
        let late = filter.keys(in: Array("jk".utf8), at: Self.start + InputFilter.replyPatience)
        #expect(late.suffix(2) == [[0x6A], [0x6B]], "\(answer.debugDescription) at \(length)")
      }
    }
  }

  @Test(arguments: RecordedTerminal.names)
  func `a reply in two parts that are far apart is no key either`(name: String) throws {
    for answer in try RecordedTerminal(name).allAnswers {
      let bytes = Array(answer.utf8)
      // The first bytes of a reply that a key may begin with as well are given up sooner.
      for length in 3..<bytes.count where ![0x30...0x39].contains(where: { $0 ~= bytes[2] }) {
        var filter = Self.filter()
        var keys = filter.keys(in: Array(bytes[..<length]), at: Self.start)
        let late = Self.start + .milliseconds(1900)
        keys += filter.keys(in: Array(bytes[length...]), at: late)
        #expect(keys == [], "\(answer.debugDescription) at \(length)")
      }
    }
  }
}
