import Foundation
import Raster

/// The comparison of two programs, for a person: a line per figure, and a star if it changed beyond noise.
struct ComparisonTable: CustomStringConvertible {
  let comparison: ReportComparison
  let runs: (before: Int, after: Int)

  var description: String {
    let heading = Self.line("  ", "", ["A", "B", "B / A", "low", "high"])
    let lines = comparison.changes.map { change in
      Self.line(
        change.isBeyondNoise ? "* " : "  ", DisplayText.line(change.name),
        [change.before, change.after, change.ratio, change.interval?.low, change.interval?.high]
          .map { $0.map { String(format: "%.4g", $0) } ?? "-" })
    }
    return heading + lines.joined() + only("A", comparison.onlyBefore)
      + only("B", comparison.onlyAfter) + verdict
  }

  private var verdict: String {
    let medians = "Medians of \(runs.before) and \(runs.after) runs"
    guard min(runs.before, runs.after) >= RatioInterval.fewestRuns else {
      let fewest = RatioInterval.fewestRuns
      return "\(medians). It takes \(fewest) of each to tell a change from noise.\n"
    }
    let all = comparison.changes
    let changed = all.count(where: \.isBeyondNoise)
    return "\(medians), intervals of 99 %: \(changed) of \(all.count) changed beyond noise (*).\n"
  }

  private func only(_ side: String, _ names: [String]) -> String {
    names.isEmpty
      ? "" : "only in \(side): " + DisplayText.line(names.joined(separator: " ")) + "\n"
  }

  private static func line(_ mark: String, _ name: String, _ columns: [String]) -> String {
    mark + name.rightPadded(to: 28) + columns.map { " " + $0.leftPadded(to: 9) }.joined() + "\n"
  }
}
