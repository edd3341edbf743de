import Testing

@testable import FrameProfiling

/// The profiler's queries: where they may stand, and who gets which answer.
@Suite struct AnswerTests {
  @Test func `an answer to the profiler never reaches the program, wherever it is cut`() throws {
    for cut in 1..<4 {
      var session = try Transcript()
      session.write("a", at: 0)
      session.advance(to: 5)
      #expect(session.queries == 1)
      let answer = "x\u{1B}[0ny"
      session.send(String(answer.prefix(1 + cut)), at: 6)
      session.send(String(answer.dropFirst(1 + cut)), at: 7)
      session.advance(to: 1_000)
      #expect(session.input == Array("xy".utf8), "cut after \(cut)")
      #expect(session.frames[0].isShown)
    }
  }

  @Test func `the program gets the answers to its own queries, in their order`() throws {
    var session = try Transcript()
    session.write("\u{1B}[5na", at: 0)  // its own first
    session.advance(to: 5)
    session.write("\u{1B}[6n\u{1B}[5n", at: 10)  // and one after the profiler's
    session.send("\u{1B}[0n", at: 20)
    #expect(!session.frames[0].isShown)
    session.send("\u{1B}[0n", at: 21)
    #expect(session.frames[0].isShown)
    session.send("\u{1B}[1;2R\u{1B}[3n", at: 22)
    #expect(session.input == Array("\u{1B}[0n\u{1B}[1;2R\u{1B}[3n".utf8))
  }

  @Test func `bytes that only resemble an answer pass, immediately if no query is open`() throws {
    var session = try Transcript()
    session.send("\u{1B}", at: 0)
    #expect(session.input == [0x1B])
    session.write("a", at: 1)
    session.advance(to: 5)
    session.send("\u{1B}[A\u{1B}[01\u{1B}[3~", at: 6)
    #expect(session.input == [0x1B] + Array("\u{1B}[A\u{1B}[01\u{1B}[3~".utf8))
    session.send("\u{1B}", at: 10)
    session.advance(to: 39)
    #expect(session.input.last != 0x1B)
    session.advance(to: 40)
    #expect(session.input.last == 0x1B)
  }

  @Test func `a query never stands in a sequence, a string, a character or an update`() throws {
    for unfinished in [
      "\u{1B}", "\u{1B}[3", "\u{1B}]0;title", "\u{1B}_Gf=100;AAAA", Page.updateStart,
      "\u{1B}Ptmux;\u{1B}\u{1B}_Gf=100;AA", "\u{1B}Ptmux;\u{1B}\u{1B}_Gf=100;AA\u{1B}\u{1B}\\",
    ] {
      var session = try Transcript()
      session.write("a" + unfinished, at: 0)
      session.advance(to: 500)
      #expect(session.queries == 0, "\(unfinished.debugDescription)")
    }
    var session = try Transcript()
    session.write([0x61, 0xE2, 0x96], at: 0)
    session.advance(to: 500)
    #expect(session.queries == 0)
    session.write([0x80], at: 600)
    #expect(session.queries == 1)
  }

  @Test func `an update is asked about at its end, not after a silence`() throws {
    var session = try Transcript()
    session.write(Page.updateStart + "a" + Page.updateEnd, at: 0)
    #expect(session.queries == 1)
  }

  @Test func `a terminal that never answers is asked eight times`() throws {
    var session = try Transcript()
    for frame in 0..<50 { session.write("a", at: Double(frame) * 10) }
    session.advance(to: 1_000)
    #expect(session.queries == 8 && session.frames.count == 50)
    #expect(session.report().worst.count == 10)
  }

  @Test func `a terminal that answers nothing does not delay Esc for good`() throws {
    var session = try Transcript()
    for frame in 0..<9 { session.write("a", at: Double(frame) * 10) }
    session.advance(to: 1_000)
    session.send("\u{1B}", at: 1_001)
    #expect(session.queries == 8 && session.input == [0x1B])
  }

  @Test func `after a stop a lost answer is not taken from the next query`() throws {
    var session = try Transcript()
    session.write("\u{1B}[5na", at: 0)
    session.advance(to: 5)
    session.forgetQueries()
    session.write("b", at: 10)
    session.advance(to: 15)
    session.send("\u{1B}[0n", at: 20)
    #expect(session.queries == 2 && session.input.isEmpty)
    #expect(!session.frames[0].isShown && session.frames[1].isShown)
  }

  @Test func `modes that a program leaves changed are restored, and nothing else`() {
    let plain = "\u{1B}[m\u{1B}(B\u{F}\u{1B}[4l"
    let cases: [(String, String)] = [
      ("text\u{1B}[?1049h\u{1B}[?1049l", plain),
      ("\u{1B}[?1049;1006h\u{1B}[?25l", plain + "\u{1B}[?1006l\u{1B}[?25h\u{1B}[?1049l"),
      ("\u{1B}[>1u\u{1B}[>5u\u{1B}[<u", "\u{1B}[<1u" + plain),
      (
        "\u{1B}[2;5r\u{1B}=\u{1B}[4 q\u{1B}[>4;2m",
        "\u{1B}[>4m\u{1B}>\u{1B}7\u{1B}[r\u{1B}8\u{1B}[0 q" + plain
      ),
      ("\u{1B}[2;5r\u{1B}[r\u{1B}[?2004h\u{1B}c", plain),
      ("\u{1B}[?1034h", plain),
      ("\u{1B}[?69h", plain + "\u{1B}[?69l"),
      ("\u{1B}]8;id=1;https://a.b\u{1B}\\a", "\u{1B}]8;;\u{1B}\\" + plain),
      ("\u{1B}]8;;https://a.b\u{7}a\u{1B}]8;;\u{7}", plain),
      ("\u{1B}]0;cut", "\u{18}\u{1B}\\" + plain),
    ]
    for (text, restoring) in cases {
      var state = TerminalState()
      state.apply(Array(text.utf8)[...])
      #expect(
        String(decoding: state.restoring, as: UTF8.self) == restoring,
        "\(text.debugDescription)")
    }
  }
}
