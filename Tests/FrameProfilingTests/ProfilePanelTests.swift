import Raster
import Testing

@testable import FrameProfiling

/// The figures of a command while it runs.
@Suite struct ProfilePanelTests {
  private func newPanel() -> ProfilePanel {
    ProfilePanel(command: ["vim", "a\u{1B}b"], link: "1mbit,80ms")
  }

  private func text(_ lines: [ProfilePanel.Line]) -> String {
    lines.map { ($0.isBad ? "! " : "  ") + $0.text }.joined(separator: "\n")
  }

  @Test func `nothing measured is no zero`() throws {
    let session = try Transcript()
    var panel = newPanel()
    #expect(panel.restsAt(session.profiler.recorder) == nil)
    let lines = panel.lines(of: session.profiler.recorder, at: .zero, columns: 60)
    #expect(
      text(lines) == """
          vim a\u{FFFD}b over 1mbit,80ms
          rate       idle
          shown in   –
          late       0 of 0 · hitch 0.0 ms/s
          blame      program 0 · link 0 · terminal 0
          key→shown  –
          bytes      –
          frames     \("")
                     █ is late, over 16.7 ms
        """)
  }

  @Test func `late frames, keys and bytes are shown`() throws {
    var session = try Transcript()
    session.write(Page.home + Page.rows(10, of: "x"), at: 0)
    session.advance(to: 50)
    session.send("\u{1B}[0n", at: 50)
    session.send("j", at: 100)
    session.write("\u{1B}[2;1Hlate", at: 140)
    session.advance(to: 150)
    session.send("\u{1B}[0n", at: 151)
    session.write(Page.updateStart + "\u{1B}[3;1Ha", at: 300)
    session.write(Page.updateEnd, at: 308)
    session.write("\u{1B}[4;1Hb", at: 400)
    session.advance(to: 410)
    var panel = newPanel()
    let lines = panel.lines(of: session.profiler.recorder, at: .milliseconds(420), columns: 60)
    #expect(
      text(lines) == """
          vim a\u{FFFD}b over 1mbit,80ms
          rate       idle
        ! shown in   median 8.0 ms · p99 51.0 ms of 16.7 ms
          late       2 of 4 · hitch 503.7 ms/s
          blame      program 1 · link 0 · terminal 1
          key→shown  median 51.0 ms · latest 51.0 ms
          bytes      median frame 10 · 0.91 × needed
          frames     ██▄▁
                     █ is late, over 16.7 ms
        """)
  }

  @Test func `a rate is that of a motion, and idle after it`() throws {
    var session = try Transcript()
    for frame in 0..<100 { session.write("x", at: Double(frame) * 20) }
    session.advance(to: 2_000)
    var panel = newPanel()
    func rate(at milliseconds: Int) -> String {
      panel.lines(
        of: session.profiler.recorder, at: .milliseconds(milliseconds), columns: 40)[1].text
    }
    #expect(rate(at: 2_000) == "rate       50 fps")
    #expect(panel.restsAt(session.profiler.recorder) == .milliseconds(2_480))
    #expect(rate(at: 2_480) == "rate       idle · last 50 fps")
    session.write("y", at: 3_000)
    session.advance(to: 3_010)
    #expect(rate(at: 3_010) == "rate       idle · last 50 fps")
  }

  @Test func `a panel that was drawn all the time equals one that is drawn at the end`() throws {
    var session = try Transcript()
    var live = newPanel()
    for frame in 0..<200 {
      let start = Double(frame) * 100
      session.write(Page.updateStart + "\(frame)", at: start)
      session.write(Page.updateEnd, at: start + Double(frame % 7) * 5)
      session.send("\u{1B}[0n", at: start + 40)
      _ = live.lines(of: session.profiler.recorder, at: .milliseconds(start + 50), columns: 80)
    }
    session.advance(to: 20_000)
    let recorder = session.profiler.recorder
    var late = newPanel()
    let lines = late.lines(of: recorder, at: .seconds(20), columns: 80)
    #expect(live.lines(of: recorder, at: .seconds(20), columns: 80) == lines)
    let report = session.report()
    let count = try #require(report.value(of: "frames.late"))
    #expect(count > 50 && lines[3].text.hasPrefix("late       \(Int(count)) of 200 · "))
    #expect(lines[3].isBad && lines[3].text.hasSuffix(", critical"))
  }

  @Test func `no line is wider than the terminal`() throws {
    var session = try Transcript()
    for frame in 0..<100 { session.write("x", at: Double(frame) * 20) }
    session.advance(to: 2_000)
    for columns in 3..<60 {
      var panel = newPanel()
      for line in panel.lines(of: session.profiler.recorder, at: .zero, columns: columns) {
        #expect(DisplayText(line.text).columns <= columns)
      }
    }
  }
}
