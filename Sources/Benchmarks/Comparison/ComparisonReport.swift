import GalleryApp

/// The comparison of two programs, as JSON.
struct ComparisonReport: Encodable {
  struct Figure: Encodable {
    let name: String
    let before: Double
    let after: Double
    /// The ratio and its interval; null if infinite, the interval also with too few runs.
    let ratio: Nullable<Double>
    let low: Nullable<Double>
    let high: Nullable<Double>
    let isBeyondNoise: Bool
  }

  let version = 1
  let runsBefore: Int
  let runsAfter: Int
  let confidence = RatioInterval.confidence
  let seed: UInt64
  let figures: [Figure]
  let onlyBefore: [String]
  let onlyAfter: [String]

  init(_ comparison: ReportComparison, runs: (before: Int, after: Int), seed: UInt64) {
    (runsBefore, runsAfter) = runs
    self.seed = seed
    figures = comparison.changes.map(Figure.init)
    onlyBefore = comparison.onlyBefore
    onlyAfter = comparison.onlyAfter
  }
}

extension ComparisonReport.Figure {
  fileprivate init(_ change: ReportComparison.Change) {
    func finite(_ value: Double?) -> Nullable<Double> {
      Nullable(value.flatMap { $0.isFinite ? $0 : nil })
    }
    name = change.name
    before = change.before
    after = change.after
    ratio = finite(change.ratio)
    low = finite(change.interval?.low)
    high = finite(change.interval?.high)
    isBeyondNoise = change.isBeyondNoise
  }
}
