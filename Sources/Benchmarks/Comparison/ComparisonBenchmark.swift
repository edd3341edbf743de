import FrameProfiling
import GalleryApp
import Glibc
import Raster

/// A benchmark that compares two programs by the reports of their runs.
package struct ComparisonBenchmark {
  /// A script that both programs play.
  package struct Play {
    let script: String
    let arguments: [String]
    let runs: Int

    /// - Parameter arguments: the source and the options of each run.
    package init(script: String, arguments: [String], runs: Int) {
      self.script = script
      self.arguments = arguments
      self.runs = runs
    }
  }

  let before, after: String
  let play: Play?
  let conditions: [FailureCondition]
  let seed: UInt64

  /// - Parameters:
  ///   - before, after: two programs, or without a play two reports or folders of reports.
  ///   - conditions: what the second one's medians must not meet.
  ///   - seed: the seed of the intervals.
  package init(
    before: String, after: String, play: Play?, conditions: [FailureCondition], seed: UInt64
  ) {
    self.before = before
    self.after = after
    self.play = play
    self.conditions = conditions
    self.seed = seed
  }

  /// Prints the comparison.
  ///
  /// - Returns: a sentence for each condition that is met.
  /// - Throws: `FailureCondition.Fault` if a condition names no figure.
  package func run(asJSON: Bool) throws -> [String] {
    let (old, new) = if let play { try measure(play) } else { try read() }
    try checkTypes(of: old + new)
    let comparison = ReportComparison(before: old, after: new, seed: seed)
    try check(comparison.after)
    let runs = (before: old.count, after: new.count)
    try StandardOutput.write(
      asJSON
        ? ComparisonReport(comparison, runs: runs, seed: seed).json()
        : ComparisonTable(comparison: comparison, runs: runs).description)
    return conditions.compactMap { $0.failure(at: comparison.after.values[$0.name]) }
  }

  private func read() throws(ComparisonError) -> ([ReportFigures], [ReportFigures]) {
    (try ReportFiles.read(before), try ReportFiles.read(after))
  }

  /// Runs the programs in turn, A B B A, so that a machine that becomes slower or faster does so for both.
  ///
  /// The first run of each is not counted: it fills caches.
  private func measure(_ play: Play) throws -> ([ReportFigures], [ReportFigures]) {
    let programs = [before, after].map {
      ScriptedProgram(path: $0, script: play.script, arguments: play.arguments)
    }
    _ = try programs[0].run()
    try check(programs[1].run())
    var reports: [[ReportFigures]] = [[], []]
    for number in 1...play.runs {
      if isatty(STDERR_FILENO) == 1 { StandardOutput.complain("run \(number) of \(play.runs)") }
      for side in number.isMultiple(of: 2) ? [1, 0] : [0, 1] {
        reports[side].append(try programs[side].run())
      }
    }
    return (reports[0], reports[1])
  }

  /// Refuses a condition on a figure that a report does not have.
  private func check(_ report: ReportFigures) throws(FailureCondition.Fault) {
    for condition in conditions { try condition.checkName(among: report.names) }
  }

  /// Refuses reports whose figures share names but not meanings.
  private func checkTypes(of reports: [ReportFigures]) throws(ComparisonError) {
    let types = Set(reports.compactMap(\.type)).sorted()
    guard types.count > 1 else { return }
    let names = DisplayText.line(types.joined(separator: " and "))
    throw ComparisonError(
      description: "\(before), \(after): reports of the types \(names); compare two of one type")
  }
}
