import Foundation
import Raster
import Testing

@testable import FrameProfiling

/// The report: figures by name, conditions on them, text, JSON and trace.
@Suite struct ReportTests {
  /// A session with one late key and one flash.
  private func session() throws -> Transcript {
    var session = try Transcript()
    session.write(Page.home + Page.rows(10, of: "x"), at: 0)
    session.advance(to: 50)
    session.send("\u{1B}[0n", at: 50)
    session.send("j", at: 100)
    session.write("\u{1B}[2;1Hlate\u{1B}[31m!\u{1B}[m", at: 140)
    session.advance(to: 150)
    session.send("\u{1B}[0n", at: 151)
    session.write(Page.clear, at: 300)
    session.write(Page.home + Page.rows(10, of: "y"), at: 310)
    session.advance(to: 400)
    return session
  }

  @Test func `figures have names, and every name has a figure`() throws {
    var session = try session()
    let report = session.report()
    #expect(report.value(of: "frames.count") == 4)
    #expect(report.value(of: "frames.clears") == 1)
    #expect(report.value(of: "frames.shown") == 2)
    #expect(report.value(of: "frames.torn_blank") == 1)
    #expect(report.value(of: "frames.torn") == 1)
    #expect(report.value(of: "keys.count") == 1)
    #expect(report.value(of: "keys.settled_ms.max") == 40)
    #expect(report.value(of: "frames.late_by_terminal") == 1, "the first, which took 50 ms")
    #expect(report.value(of: "frames.late_by_program") == 1)
    for name in ProfileReport.names { #expect(report.value(of: name) != nil, "\(name)") }
    #expect(report.value(of: "frames") == nil)
  }

  @Test func `a figure that was not measured is not zero, and fails a condition`() throws {
    var session = try Transcript()
    let report = session.report()
    #expect(report.value(of: "frames.count") == 0)
    #expect(
      report.value(of: "keys.shown_ms.p99") == nil && report.value(of: "bytes.waste_ratio") == nil)
    #expect(report.text.contains("key to shown, ms                   –         –         –\n"))
    #expect(report.text.contains("bytes     0; Filmstrip's encoder would send 0\n"))
    for text in ["keys.shown_ms.p99 > 20", "keys.shown_ms.p99 < 20"] {
      #expect(
        try FailureCondition(text).failure(at: report.value(of: "keys.shown_ms.p99"))
          == "keys.shown_ms.p99 was not measured")
    }
    let data = try JSONEncoder().encode(report.json)
    let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let keys = try #require(root["keys"] as? [String: Any])
    #expect((keys["shown_ms"] as? [String: Any])?["p99"] is NSNull)
  }

  @Test func `a program's flashes, pieces, repaints and delays are all found, and no others`()
    throws
  {
    var session = try Transcript()
    var time = 0.0
    func page(_ letter: Character) -> String { Page.home + Page.rows(10, of: letter) }
    func write(_ texts: [String], each pause: Double, then rest: Double) {
      for text in texts {
        session.write(text, at: time)
        time += pause
      }
      time += rest
    }
    write([page("a")], each: 0, then: 200)
    for _ in 0..<3 { write([Page.clear, page("b")], each: 12, then: 200) }
    for letter in ["c", "d"] as [Character] {
      let half = Page.rows(5, of: letter)
      write([Page.home + half, "\u{1B}[6;1H" + half], each: 10, then: 200)
    }
    write(Array(repeating: page("d"), count: 4), each: 100, then: 0)
    for letter in ["e", "f"] as [Character] {
      write([Page.updateStart + Page.clear + page(letter) + Page.updateEnd], each: 100, then: 0)
    }
    write((0..<30).map { "\u{1B}[5;5H\($0)" }, each: 20, then: 0)
    write((0..<30).map { "\u{1B}[10;1H\nline \($0)" }, each: 20, then: 100)
    session.send("j", at: time)
    session.write("x", at: time + 25)
    session.advance(to: time + 1_000)
    let report = session.report()
    let expected: [(String, Double)] = [
      ("frames.count", 1 + 6 + 4 + 4 + 2 + 30 + 30 + 1), ("frames.torn_blank", 3),
      ("frames.torn_half_drawn", 2), ("frames.synchronized", 2), ("frames.clears", 5),
      ("frames.full_repaints", 1 + 6 + 4 + 2), ("frames.late", 1), ("frames.late_by_program", 1),
      ("keys.settled_ms.max", 25),
    ]
    for (name, value) in expected { #expect(report.value(of: name) == value, "\(name)") }
  }

  @Test func `a condition compares a figure, and fails with both numbers`() throws {
    var session = try session()
    let report = session.report()
    let cases: [(String, Bool)] = [
      ("frames.count > 3", true), ("frames.count>4", false), ("frames.count >= 4", true),
      ("frames.count <= 3.9", false), ("frames.torn < 1", false), ("keys.count<2", true),
    ]
    for (text, isMet) in cases {
      let condition = try FailureCondition(text)
      try condition.checkName(among: ProfileReport.names)
      let failure = condition.failure(at: report.value(of: condition.name))
      #expect((failure != nil) == isMet, "\(text)")
    }
    #expect(
      try FailureCondition("frames.count > 3").failure(at: 4)
        == "frames.count is 4.0, which is > 3.0")
    for text in [
      "", "frames.count", "frames.count > x", "frames.torn == 1", "frames.count > inf",
    ] {
      #expect(throws: FailureCondition.Fault.self, "\(text)") { try FailureCondition(text) }
    }
    for text in ["frames > 1", "> 1"] {
      let condition = try FailureCondition(text)
      #expect(throws: FailureCondition.Fault.self, "\(text)") {
        try condition.checkName(among: ProfileReport.names)
      }
    }
  }

  @Test func `the hitch ratio is time late by time of frames, with its grade`() throws {
    var session = try Transcript()
    for frame in 0..<10 {
      let start = Double(frame) * 100
      session.write(Page.updateStart + "a", at: start)
      session.write(Page.updateEnd, at: start + (frame == 0 ? 26.666667 : 0))
    }
    let report = session.report()
    let expected = 10.0 / (10 * 16.666667 + 10) * 1_000
    #expect(abs((report.value(of: "frames.hitch_ms_per_s") ?? 0) - expected) < 0.01)
    #expect(report.text.contains(" ms/s, critical\n"))
    var smooth = try Transcript()
    smooth.write("a", at: 0)
    #expect(smooth.report().text.contains("hitches   0.0 ms/s, good\n"))
  }

  @Test func `the text names what is slow, before and after, and is safe to print`() throws {
    var session = try session()
    let text = session.report(link: "1mbit,80ms").text
    for part in [
      "vim a\u{FFFD}b\n40x10, over 1mbit,80ms, 1.0 s\n", "keys      1, answered 1\n",
      "frames    4, synchronized 0, with graphics 0\n",
      "late      2 over 16.7 ms beyond the link's delay: program 1, link 0, terminal 1\n",
      "key to settled, ms              40.0      40.0      40.0",
      "torn      blank 1, half drawn 0, each for less than 50 ms\n",
      "repaints  full 3, clears 1\n",
      "51.0 ms at 0.14 s after a key, program: ", "  - xxxxx", "  + late!x", "  … and 6 more rows",
      "A pseudo-terminal shows when a program writes. The terminal's time ends with its answer; it may draw later.",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `a command that failed or was killed is reported with its exit status`() throws {
    var session = try Transcript()
    for (status, text) in [
      (nil, ""), (0, ""), (7, ", exit status 7"), (139, ", exit status 139 (signal 11)"),
    ] as [(Int32?, String)] {
      let report = session.report(exitStatus: status)
      #expect(report.text.contains("40x10, 1.0 s\(text)\n"))
      guard case .object(let root) = report.json else { throw NoObject() }
      #expect(root["exit_status"] == status.map { JSONValue.number(Double($0)) } ?? .null)
    }
  }

  @Test func `a resized terminal is reported with its sizes`() throws {
    var session = try Transcript()
    session.resize(columns: 40, rows: 10)
    #expect(session.report().text.contains("\n40x10, 1.0 s\n"))
    session.resize(columns: 50, rows: 12)
    #expect(session.report().text.contains("\n40x10, resized to 50x12, 1.0 s\n"))
    session.resize(columns: 40, rows: 10)
    session.resize(columns: 60, rows: 9)
    let report = session.report()
    #expect(report.text.contains("\n40x10, resized 3 times, at last to 60x9, 1.0 s\n"))
    guard case .object(let root) = report.json else { throw NoObject() }
    #expect(root["columns"] == .number(60) && root["rows"] == .number(9))
    #expect(root["sizes"] == .list(["40x10", "50x12", "40x10", "60x9"].map(JSONValue.text)))
  }

  private struct NoObject: Error {}

  @Test func `the text has the ten slowest frames, the slowest last, above the figures`() throws {
    var session = try Transcript()
    for number in 1...12 {
      session.write("\u{1B}[1;1Hstart \(number)", at: Double(200 * number))
      session.advance(to: Double(200 * number + 10 * number))
      session.send("\u{1B}[0n", at: Double(200 * number + 10 * number))
      session.advance(to: Double(200 * number + 150))
    }
    let text = session.report().text
    let times = text.split(separator: "\n").filter { $0.contains(" ms at ") }.map {
      $0.prefix { $0 != " " }
    }
    #expect(times == (3...12).map { "\(10 * $0).0" })
    let worst = try #require(text.range(of: "  + start 12\n"))
    let figures = try #require(text.range(of: "key to first byte"))
    #expect(worst.upperBound < figures.lowerBound)
  }

  @Test func `JSON has the figures nested, and the slowest frames with their rows`() throws {
    var session = try session()
    let data = try JSONEncoder().encode(session.report().json)
    let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(root["version"] as? Int == 1)
    #expect(root["command"] as? [String] == ["vim", "a\u{1B}b"])
    #expect(root["link"] is NSNull)
    let keys = try #require(root["keys"] as? [String: Any])
    #expect((keys["settled_ms"] as? [String: Double])?["p99"] == 40)
    let worst = try #require(root["worst"] as? [[String: Any]])
    #expect(worst.count == 4)
    #expect(worst.prefix(2).map { $0["blame"] as? String } == ["program", "terminal"])
    let rows = try #require(worst[0]["rows"] as? [[String: Any]])
    #expect(rows.count == 1 && rows[0]["row"] as? Int == 1)
  }

  @Test func `the trace has every frame, and a key's phases one after the other`() throws {
    var session = try session()
    let data = try JSONEncoder().encode(session.report().trace)
    let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let events = try #require(root["traceEvents"] as? [[String: Any]])
    for event in events {
      #expect(event["name"] is String && event["pid"] is Int && event["tid"] is Int)
      let phase = try #require(event["ph"] as? String)
      #expect(["M", "X", "C", "b", "e"].contains(phase))
      if phase != "M" { #expect((event["ts"] as? Double ?? -1) >= 0) }
    }
    let frames = events.filter { $0["ph"] as? String == "X" && $0["tid"] as? Int == 1 }
    #expect(frames.map { $0["name"] as? String } == ["burst", "burst", "torn: blank", "burst"])
    let key = events.filter { $0["cat"] as? String == "key" }
    #expect(
      key.map { "\($0["ph"] ?? "") \($0["name"] ?? "") \($0["ts"] ?? "") \($0["id"] ?? "")" } == [
        "b key 100000 0", "b program 100000 0", "e program 140000 0", "b terminal 140000 0",
        "e terminal 151000 0", "e key 151000 0",
      ])
  }
}
