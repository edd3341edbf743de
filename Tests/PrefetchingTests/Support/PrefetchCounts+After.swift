@testable import Prefetching

extension PrefetchCounts {
  /// The counts of a ledger after some events.
  static func after(
    keeping mostKept: Int = 100, _ events: (inout PrefetchLedger) -> Void
  ) -> PrefetchCounts {
    var ledger = PrefetchLedger(mostKept: mostKept)
    events(&ledger)
    return ledger.counts
  }

  /// Counts of 0 but for those that are set.
  static func of(_ change: (inout PrefetchCounts) -> Void) -> PrefetchCounts {
    var counts = PrefetchCounts()
    change(&counts)
    return counts
  }
}
