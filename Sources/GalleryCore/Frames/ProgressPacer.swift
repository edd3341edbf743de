/// Chooses which progress reports of a load are worth a frame.
///
/// A young load has none, and a later one has ten per second at most.
///
/// A load over a fast link ends before its first report is due, and so costs nothing.
package struct ProgressPacer: Hashable, Sendable {
  /// How long a load runs before its progress is shown.
  static let patience: Duration = .milliseconds(300)
  /// The time from one report to the next.
  static let period: Duration = .milliseconds(100)

  private var nextReport: Duration

  package init(loadStartedAt start: Duration) {
    nextReport = start + Self.patience
  }

  /// True if the progress so far should be shown.
  package mutating func showsProgress(at now: Duration) -> Bool {
    guard now >= nextReport else { return false }
    nextReport = now + Self.period
    return true
  }

  /// True if a wait of this length should be shown at once.
  ///
  /// A wait longer than the patience is shown even for a young load, because nothing arrives during
  /// it that could be shown later.
  package mutating func showsWait(of delay: Duration, at now: Duration) -> Bool {
    guard now + delay >= nextReport else { return false }
    nextReport = max(nextReport, now + Self.period)
    return true
  }
}
