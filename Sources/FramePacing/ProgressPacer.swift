/// Chooses the progress reports of a load that deserve a frame.
///
/// A young load reports nothing, and a later one at most ten times a second. A load over a fast
/// link ends before its first report, and so costs nothing.
package struct ProgressPacer: Hashable, Sendable {
  private var nextReport: Duration

  package init(loadStartedAt start: Duration) {
    nextReport = start + Constants.Progress.patience
  }

  /// Whether the current progress should be shown.
  package mutating func showsProgress(at now: Duration) -> Bool {
    guard now >= nextReport else { return false }
    nextReport = now + Constants.Progress.period
    return true
  }

  /// Whether a wait of this length should be shown immediately.
  ///
  /// A wait longer than the patience is shown even for a young load, because no later progress will
  /// come during it.
  package mutating func showsWait(of delay: Duration, at now: Duration) -> Bool {
    guard now + delay >= nextReport else { return false }
    nextReport = max(nextReport, now + Constants.Progress.period)
    return true
  }
}
