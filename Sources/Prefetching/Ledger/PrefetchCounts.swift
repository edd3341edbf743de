/// What became of the items that were announced.
///
/// Always `announced == cancelled + useful + late + wasted + pending`, and all bytes that the ledger has
/// been told of are `usefulBytes + lateBytes + wastedBytes + pendingBytes`. Sums stop at `Int.max`.
public struct PrefetchCounts: Hashable, Sendable {
  /// Announcements in all; one of an item that is still kept counts as a part of the one before.
  public internal(set) var announced = 0
  /// Those whose load was begun.
  public internal(set) var started = 0
  /// Cancelled before they were ready.
  public internal(set) var cancelled = 0
  /// Ready before they were first shown.
  public internal(set) var useful = 0
  /// Shown before they were ready.
  public internal(set) var late = 0
  /// Ready and then dropped without having been shown, or failed.
  public internal(set) var wasted = 0
  /// Neither of these yet.
  public internal(set) var pending = 0
  /// Of the pending ones, those that are ready and not expected any more, but not dropped either.
  public internal(set) var kept = 0
  /// Items that were shown for the first time and had not been announced, or not up to the end.
  public internal(set) var demanded = 0

  /// What the useful ones cost, in bytes.
  public internal(set) var usefulBytes = 0
  /// What the late ones cost, in bytes, as far as they have become ready.
  public internal(set) var lateBytes = 0
  /// What the wasted ones cost, and what had come of loads that were stopped, in bytes.
  public internal(set) var wastedBytes = 0
  /// What those of the pending ones cost that are ready, in bytes.
  public internal(set) var pendingBytes = 0

  /// Of the late ones, those that had been started.
  var lateStarted = 0
  /// Of the pending ones, those that have been started.
  var pendingStarted = 0

  /// Makes counts of nothing.
  package init() {}
}

// MARK: - Ratios

extension PrefetchCounts {
  /// The share of what was started that was then wanted, late or not, from 0 to 1; nil while nothing
  /// that was started has ended.
  ///
  /// Accuracy, and lateness below, as defined by Srinath, Mutlu, Kim and Patt, "Feedback Directed
  /// Prefetching", HPCA 2007: used prefetches to prefetches sent.
  public var accuracy: Double? { ratio(useful + lateStarted, of: started - pendingStarted) }

  /// The share of the items shown for the first time that were ready, from 0 to 1; nil before the first.
  public var coverage: Double? { ratio(useful, of: useful + late + demanded) }

  /// The share of the announced items shown that were ready, from 0 to 1; nil before the first.
  ///
  /// It is 1 less the lateness of Srinath et al.
  public var timeliness: Double? { ratio(useful, of: useful + late) }

  private func ratio(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }
}
