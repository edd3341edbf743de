import FramePacing
import SimulationModels

/// The figures of two programs, each the median of its runs, and what became of them.
struct ReportComparison: Equatable, Sendable {
  struct Change: Equatable, Sendable {
    let name: String
    let before, after: Double
    let ratio: Double
    /// The interval of the ratio; nil if too few runs have the figure.
    let interval: RatioInterval?

    var isBeyondNoise: Bool { interval?.excludesEquality ?? false }
  }

  /// The figures that both have, by name.
  let changes: [Change]
  /// The names of figures that one of them lacks.
  let onlyBefore, onlyAfter: [String]
  /// The medians of the second program, and the figures that no run of it measured.
  let after: ReportFigures

  init(before: [ReportFigures], after newReports: [ReportFigures], seed: UInt64) {
    let (before, after) = (Self.runs(of: before), Self.runs(of: newReports))
    let medians = after.mapValues { Percentiles($0).p50 }
    changes = before.keys.sorted().compactMap { name in
      guard let old = before[name], let new = after[name] else { return nil }
      var generator = SeededGenerator(seed: seed, text: name)
      let medians = (Percentiles(old).p50, Percentiles(new).p50)
      return Change(
        name: name, before: medians.0, after: medians.1,
        ratio: RatioInterval.ratio(of: medians.0, to: medians.1),
        interval: RatioInterval(before: old, after: new, using: &generator))
    }
    onlyBefore = before.keys.filter { after[$0] == nil }.sorted()
    onlyAfter = after.keys.filter { before[$0] == nil }.sorted()
    let unmeasured = newReports.reduce(into: Set<String>()) { $0.formUnion($1.unmeasured) }
    self.after = ReportFigures(medians, unmeasured: unmeasured.subtracting(medians.keys))
  }

  /// The values of each figure, in the runs that have it.
  private static func runs(of reports: [ReportFigures]) -> [String: [Double]] {
    reports.reduce(into: [:]) { runs, report in
      for (name, value) in report.values { runs[name, default: []].append(value) }
    }
  }
}
