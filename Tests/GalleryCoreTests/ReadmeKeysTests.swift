import Foundation
import GalleryCore
import Testing

@Suite struct ReadmeKeysTests {
  /// With `RECORD_SNAPSHOTS` in the environment, the rows are written and the test still fails.
  @Test func `README's table of keys has the rows of the help screen`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../README.md")
    var page = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(page.range(of: "| key | does |\n|---|---|\n")).upperBound
    let rows = page[start...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }
    let expected = KeyBindings.groups.flatMap { group in
      ["| **\(group.title)** | |"] + group.lines.map(\.readmeRow)
    }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      let end = rows.last?.endIndex ?? start
      page.replaceSubrange(start..<end, with: expected.joined(separator: "\n"))
      try page.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded README.md's keys; run again without RECORD_SNAPSHOTS")
      return
    }
    #expect(
      rows.map(String.init) == expected,
      "to write README.md's rows: RECORD_SNAPSHOTS=1 swift test --filter ReadmeKeysTests")
  }
}

extension KeyBindings.Line {
  /// The line as a row of a table: characters that are typed stand in backticks.
  fileprivate var readmeRow: String {
    let groups = keys.split(separator: "  ").map { group in
      group.split(separator: " ").map { key in
        let isTyped = key.hasPrefix(":") || key.count == 1 && key.utf8.count == 1
        return isTyped ? "`\(key)`" : "\(key)"
      }.joined(separator: " ")
    }
    return "| \(groups.joined(separator: ", ")) | \(does) |"
  }
}
