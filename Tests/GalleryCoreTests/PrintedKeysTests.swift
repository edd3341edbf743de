import Foundation
import GalleryCore
import Testing

@Suite struct PrintedKeysTests {
  /// With `RECORD_SNAPSHOTS` in the environment, the rows are written and the test still fails.
  @Test func `the table of Using.md has the rows of the help screen`() throws {
    var page = try PrintedPage(at: "Sources/filmstrip/filmstrip.docc/Using.md")
    let expected = KeyBindings.groups.flatMap { group in
      ["| **\(group.title)** | |"] + group.lines.map(\.printedRow)
    }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try page.replaceRows(with: expected)
      Issue.record("recorded the rows of Using.md; run again without RECORD_SNAPSHOTS")
      return
    }
    #expect(
      page.rows == expected,
      "to write the rows of Using.md: RECORD_SNAPSHOTS=1 swift test --filter PrintedKeysTests")
  }

  @Test func `each of README's ten keys is a row of the help screen`() throws {
    let rows = try PrintedPage(at: "README.md").rows
    let known = Set(KeyBindings.groups.flatMap { $0.lines.map(\.printedRow) })
    #expect(rows.count == 10)
    #expect(rows.filter { !known.contains($0) } == [])
  }
}

/// A page with a table of keys.
private struct PrintedPage {
  private let file: URL
  private var text: String
  private let start: String.Index

  init(at path: String) throws {
    file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../\(path)")
    text = try String(contentsOf: file, encoding: .utf8)
    start = try #require(text.range(of: "| key | does |\n|---|---|\n")).upperBound
  }

  private var lines: ArraySlice<Substring> {
    text[start...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }
  }

  var rows: [String] { lines.map(String.init) }

  mutating func replaceRows(with rows: [String]) throws {
    let end = lines.last?.endIndex ?? start
    text.replaceSubrange(start..<end, with: rows.joined(separator: "\n"))
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

extension KeyBindings.Line {
  /// The line as a row of a table: characters that are typed stand in backticks.
  fileprivate var printedRow: String {
    let groups = keys.split(separator: "  ").map { group in
      group.split(separator: " ").map { key in
        let isTyped = key.hasPrefix(":") || key.count == 1 && key.utf8.count == 1
        // A bar would end the column.
        return isTyped ? "`\(key == "|" ? "\\|" : key)`" : "\(key)"
      }.joined(separator: " ")
    }
    return "| \(groups.joined(separator: ", ")) | \(does) |"
  }
}
