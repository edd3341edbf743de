import Testing

@testable import FrameProfiling

/// How output is cut into frames.
@Suite struct BurstTests {
  @Test func `a burst ends with a silence of 2 ms`() throws {
    var session = try Transcript()
    for (text, time) in [("one", 0), ("two", 1.9), ("three", 3.8), ("four", 5.81)] {
      session.write(text, at: time)
    }
    session.advance(to: 100)
    #expect(session.frames.map(\.burst.bytes) == [11, 4])
    #expect(session.frames.map(\.burst.writes) == [3, 1])
    #expect(session.frames.map(\.cellsChanged) == [11, 4])
    #expect(session.frames[0].burst.start == .zero)
    #expect(session.frames[0].burst.end == .milliseconds(3.8))
  }

  @Test func `a synchronized update is a frame, wherever its marks are cut`() throws {
    let update = Page.updateStart + "b" + Page.updateEnd
    let bytes = Array(("a" + update + "\u{1B}[?25h").utf8)
    for cut in 1..<bytes.count {
      var session = try Transcript()
      session.write(Array(bytes[..<cut]), at: 0)
      session.write(Array(bytes[cut...]), at: 1)
      session.advance(to: 50)
      #expect(session.frames.map(\.burst.isSynchronized) == [false, true], "cut at \(cut)")
      #expect(session.frames.map(\.cellsChanged) == [1, 1], "cut at \(cut)")
    }
    var whole = try Transcript()
    whole.write(bytes, at: 0)
    whole.advance(to: 50)
    #expect(whole.frames.map(\.burst.bytes) == [1, update.utf8.count])
  }

  @Test func `an update lasts through silences, and for a second without its end`() throws {
    var session = try Transcript()
    session.write(Page.updateStart + "a", at: 0)
    session.write("b", at: 900)
    session.advance(to: 999)
    #expect(session.frames.isEmpty)
    session.advance(to: 1_000)
    session.write("c" + Page.updateEnd, at: 1_100)
    session.advance(to: 1_200)
    #expect(session.frames.map(\.cellsChanged) == [2, 1])
    #expect(session.frames.map(\.burst.isSynchronized) == [true, false])
  }

  @Test func `output that shows nothing is not a frame, and its bytes count for the next`() throws {
    var session = try Transcript()
    session.write("\u{1B}[?25l\u{1B}[5n\u{7}", at: 0)
    session.write("a", at: 100)
    session.write("\u{1B}[?25h", at: 200)
    session.write("\u{1B}[5;5H", at: 300)
    session.advance(to: 400)
    #expect(session.frames.map(\.burst.bytes) == [12, 12])
    #expect(session.frames.map(\.cellsChanged) == [1, 0])
  }

  @Test func `clears are found: of the whole screen at once, or from its corner on`() throws {
    let texts: [(String, Int)] = [
      ("\u{1B}[2J", 1), ("\u{1B}[H\u{1B}[J", 1), ("\u{1B}[1;1H\u{1B}[31m\u{1B}[0J", 1),
      ("\u{1B}[Hx\u{1B}[J", 0), ("\u{1B}[H\u{1B}[2B\u{1B}[J", 0), ("\u{1B}[H\u{1B}[K", 0),
      ("\u{1B}[3;1H\u{1B}[J", 0), ("\u{1B}]0;\u{1B}[2J", 1), ("\u{1B}_G[2J\u{1B}\\", 0),
    ]
    for (text, clears) in texts {
      var session = try Transcript()
      session.write(text + "a", at: 0)
      session.advance(to: 10)
      #expect(session.frames.map(\.burst.clears) == [clears], "\(text.debugDescription)")
    }
  }

  @Test func `graphics are frames, queries and other strings are none`() throws {
    var session = try Transcript()
    let strings = [
      "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}P+q544e\u{1B}\\",
      "\u{1B}]11;?\u{7}", "\u{1B}P$qm\u{1B}\\", "\u{1B}_Gf=100,a=T,C=1;AAAA\u{1B}\\",
      "\u{1B}P0;1q#0~-\u{1B}\\", "\u{1B}]1337;File=inline=1:AAAA\u{7}",
    ]
    for (index, string) in strings.enumerated() { session.write(string, at: Double(index) * 10) }
    session.advance(to: 100)
    #expect(session.frames.map(\.burst.graphics) == [1, 1, 1])
    session.write("text", at: 200)
    session.advance(to: 300)
    let report = session.report()
    #expect((report.value(of: "bytes.waste_ratio") ?? 9) < 1)
    #expect(report.text.contains("with graphics 3\n"))
  }

  @Test func `a repaint of what is there writes every cell, changes none and needs no byte`() throws
  {
    var session = try Transcript()
    let page = Page.home + Page.rows(10, of: "x", columns: 40)
    session.write(page, at: 0)
    session.write(page, at: 100)
    session.write("\u{1B}[1;1Hy", at: 200)
    session.advance(to: 300)
    #expect(session.frames.map(\.cellsWritten) == [400, 400, 1])
    #expect(session.frames.map(\.cellsChanged) == [400, 0, 1])
    #expect(session.frames.map(\.isFullRepaint) == [true, true, false])
    #expect(session.frames[1].neededBytes == 0)
    #expect((1..<40).contains(session.frames[2].neededBytes))
    let report = session.report()
    #expect(report.value(of: "frames.full_repaints") == 2)
    #expect((report.value(of: "bytes.waste_ratio") ?? 0) > 1.5)
  }

  @Test func `a scroll moves cells without writing them`() throws {
    var session = try Transcript()
    session.write(Page.rows(10, of: "x"), at: 0)
    session.write("\n", at: 100)
    session.advance(to: 200)
    #expect(session.frames[1].cellsWritten <= 40)
    #expect(!session.frames[1].isFullRepaint)
  }
}
