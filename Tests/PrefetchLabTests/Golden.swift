import Foundation
import Testing

/// Compares a text with `Golden/NAME.txt`, line by line.
///
/// With `RECORD_SNAPSHOTS` in the environment the text is written and the test still fails, so that a change
/// is reviewed:
///
///     RECORD_SNAPSHOTS=1 swift test --filter GoldenTableTests; git diff Tests/PrefetchLabTests/Golden
func expectGolden(
  _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record(
      "recorded \(name); run again without RECORD_SNAPSHOTS", sourceLocation: sourceLocation)
    return
  }
  guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
    Issue.record("no golden \(name); record it first", sourceLocation: sourceLocation)
    return
  }
  if text == expected { return }
  let difference = lines(of: text).difference(from: lines(of: expected))
  let changes = difference.map { change in
    switch change {
    case .remove(let line, let text, _): (line, "\(line + 1) - \(text)")
    case .insert(let line, let text, _): (line, "\(line + 1) + \(text)")
    }
  }
  let shown = changes.sorted { $0.0 < $1.0 }.prefix(30).map(\.1).joined(separator: "\n")
  Issue.record(
    "\(name) differs in \(changes.count) lines:\n\(shown)", sourceLocation: sourceLocation)
}

private func lines(of text: String) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
}
