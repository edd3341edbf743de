extension Outcome {
  /// The median of each figure by itself, the larger of two in the middle; nil of no runs.
  ///
  /// What is no figure is left as it is in the run whose blank time that is.
  package static func median(of runs: [Outcome]) -> Outcome? {
    func middle<Value: Comparable>(_ value: (Outcome) -> Value) -> Value {
      runs.map(value).sorted()[runs.count / 2]
    }
    guard !runs.isEmpty, var median = runs.first(where: { $0.blankTileMs == middle(\.blankTileMs) })
    else { return nil }
    median.visibleTileMs = middle(\.visibleTileMs)
    median.waitP50Ms = middle(\.waitP50Ms)
    median.waitP95Ms = middle(\.waitP95Ms)
    median.receivedBytes = middle(\.receivedBytes)
    median.wastedBytes = middle(\.wastedBytes)
    median.peakResidentBytes = middle(\.peakResidentBytes)
    return median
  }

  /// Whether the blank time of a simulation is that of reality: within 15 % of what was measured, or
  /// within 100 tile-milliseconds where that is more.
  package func agrees(withMeasured reality: Outcome) -> Bool {
    abs(blankTileMs - reality.blankTileMs) <= max(100, 0.15 * reality.blankTileMs)
  }
}
