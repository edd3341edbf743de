import Testing

@testable import FrameProfiling

/// States that a person should not have seen: all of them are found, and no others.
@Suite struct TornStateTests {
  /// The torn states of frames, each written at its time.
  private func torn(_ writes: [(String, Double)]) throws -> [TornState?] {
    var session = try Transcript()
    for (text, time) in writes { session.write(text, at: time) }
    session.advance(to: 10_000)
    return session.frames.map(\.torn)
  }

  private let full = Page.home + Page.rows(10, of: "x")
  private let other = Page.home + Page.rows(10, of: "y")

  @Test func `a flash is found`() throws {
    #expect(try torn([(full, 0), (Page.clear, 100), (other, 110)]) == [nil, .blank, nil])
    #expect(
      try torn([(full, 0), (Page.home + "\u{1B}[4M", 100), (full, 149)]) == [nil, .blank, nil])
  }

  @Test func `a state that stays for 50 ms is intended, and so is a screen that stays empty`()
    throws
  {
    #expect(try torn([(full, 0), (Page.clear, 100), (other, 150)]) == [nil, nil, nil])
    #expect(try torn([(full, 0), (Page.clear, 100), ("x", 110)]) == [nil, nil, nil])
    #expect(try torn([(full, 0), (Page.clear, 100)]) == [nil, nil])
  }

  @Test func `a screen that is drawn in pieces is found, piece by piece`() throws {
    let rows = { (row: Int, count: Int) in "\u{1B}[\(row);1H" + Page.rows(count, of: "y") }
    #expect(
      try torn([(full, 0), (rows(1, 5), 100), (rows(6, 5), 110)]) == [nil, .halfDrawn, nil])
    #expect(
      try torn([(full, 0), (rows(1, 3), 100), (rows(4, 3), 110), (rows(7, 4), 120)])
        == [nil, .halfDrawn, .halfDrawn, nil])
  }

  @Test func `a clear and a redraw in one update or in one burst are one state`() throws {
    let update = Page.updateStart + Page.clear + other + Page.updateEnd
    #expect(try torn([(full, 0), (update, 100)]) == [nil, nil])
    #expect(try torn([(full, 0), (Page.clear, 100), (other, 101.5)]) == [nil, nil])
    // It is shown at its end, when the state before has lasted long enough.
    #expect(
      try torn([
        (full, 0), (Page.clear, 100), (Page.updateStart, 110), (other + Page.updateEnd, 150),
      ]) == [nil, nil, nil])
  }

  @Test func `text that scrolls, counters and pages that follow fast are not torn`() throws {
    let lines = (0..<60).map { line in
      (String(repeating: "lorem ipsum ", count: line * 7 % 4) + "\(line)\r\n", Double(line) * 5)
    }
    #expect(try torn(lines).allSatisfy { $0 == nil })
    let spaced = (0..<60).map { line in
      ((line.isMultiple(of: 2) ? "dolor sit amet, consectetur" : "") + "\r\n", Double(line) * 5)
    }
    #expect(try torn(spaced).allSatisfy { $0 == nil })
    let pages = (0..<20).map { page in
      (Page.home + Page.rows(10, of: page.isMultiple(of: 2) ? "a" : "b"), Double(page) * 16)
    }
    #expect(try torn(pages).allSatisfy { $0 == nil })
    let spinner = (0..<20).map { ("\u{1B}[5;5H\($0)", Double($0) * 10) }
    #expect(try torn([(full, 0)] + spinner.map { ($0.0, $0.1 + 100) }).allSatisfy { $0 == nil })
    #expect(
      try torn([(full, 0), ("\u{1B}[1;1H*", 100), (other, 110)]).allSatisfy { $0 == nil },
      "a change that has not begun")
  }
}
