/// The numbers of announced items by their outcome.
///
/// Always `announced == cancelled + useful + late + wasted + pending`. All bytes reported to the ledger are
/// `usefulBytes + lateBytes + wastedBytes + pendingBytes`. Sums saturate at `Int.max`.
public struct PrefetchCounts: Hashable, Sendable {
  /// All announcements; announcing a kept item again continues the earlier announcement.
  public internal(set) var announced = 0
  /// The announced items whose load began.
  public internal(set) var started = 0
  /// Canceled before they were ready.
  public internal(set) var cancelled = 0
  /// Ready before they were first shown.
  public internal(set) var useful = 0
  /// Shown before they were ready.
  public internal(set) var late = 0
  /// Failed, or ready and then dropped before they were shown.
  public internal(set) var wasted = 0
  /// Not ended yet.
  public internal(set) var pending = 0
  /// The pending ones that are ready, no longer expected and not evicted.
  public internal(set) var kept = 0
  /// Items shown for the first time without an announcement, or after its cancellation.
  public internal(set) var demanded = 0

  /// The cost of the useful ones, in bytes.
  public internal(set) var usefulBytes = 0
  /// The cost of the late ones that have become ready, in bytes.
  public internal(set) var lateBytes = 0
  /// The cost of the wasted ones, plus the bytes received by stopped loads.
  public internal(set) var wastedBytes = 0
  /// The cost of the pending ones that are ready, in bytes.
  public internal(set) var pendingBytes = 0

  /// The late ones whose load had begun.
  var lateStarted = 0
  /// The pending ones whose load has begun.
  var pendingStarted = 0

  /// Creates counts of 0.
  package init() {}
}

// MARK: - Ratios

extension PrefetchCounts {
  /// The share of started items that were later shown, late or not, from 0 to 1; nil before the first outcome.
  ///
  /// Accuracy is the ratio of used to sent prefetches, as defined by Srinath, Mutlu, Kim and Patt, "Feedback Directed
  /// Prefetching", HPCA 2007.
  public var accuracy: Double? { ratio(useful + lateStarted, of: started - pendingStarted) }

  /// The share of items shown for the first time that were ready by prefetching, from 0 to 1; nil before the first.
  public var coverage: Double? { ratio(useful, of: useful + late + demanded) }

  /// The share of shown announced items that were ready, from 0 to 1; nil before the first.
  ///
  /// It is 1 minus the lateness of Srinath et al.
  public var timeliness: Double? { ratio(useful, of: useful + late) }

  private func ratio(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }
}
