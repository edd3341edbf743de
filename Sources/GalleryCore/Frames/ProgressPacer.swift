/// Which of the many reports on one load are worth a frame: none while the load is young, then ten
/// a second at most.
///
/// A load over a fast link ends before its first report is due, and so costs nothing.
package struct ProgressPacer: Hashable, Sendable {
  /// How long a load goes on before anything is said of it.
  static let patience: Duration = .milliseconds(300)
  /// The time from one report to the next.
  static let period: Duration = .milliseconds(100)

  private var nextReport: Duration

  package init(loadStartedAt start: Duration) {
    nextReport = start + Self.patience
  }

  /// True if what has arrived up to now should be shown.
  package mutating func showsProgress(at now: Duration) -> Bool {
    guard now >= nextReport else { return false }
    nextReport = now + Self.period
    return true
  }

  /// True if it should be shown at once that nothing happens for that long.
  ///
  /// A wait that outlasts the patience is shown however young the load is, because nothing comes
  /// during it that could be shown later.
  package mutating func showsWait(of delay: Duration, at now: Duration) -> Bool {
    guard now + delay >= nextReport else { return false }
    nextReport = max(nextReport, now + Self.period)
    return true
  }
}
