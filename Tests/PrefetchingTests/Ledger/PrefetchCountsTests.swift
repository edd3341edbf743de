import Prefetching
import Testing

@Suite struct PrefetchCountsTests {
  @Test func `a ratio of 0 items is nil`() {
    let counts = PrefetchLedger().counts
    #expect(counts.accuracy == nil && counts.coverage == nil && counts.timeliness == nil)
  }

  @Test func `accuracy counts items that were started and have ended, late or not`() {
    var ledger = PrefetchLedger()
    ledger.announced(Array(0..<8))
    for item in 0..<6 { ledger.started(item) }
    ledger.ready(0, bytes: 1)
    ledger.shown(0)  // useful
    ledger.shown(1)  // late
    ledger.failed(2)  // wasted
    ledger.cancelled([3])  // cancelled
    ledger.shown(6)  // late, but never started: no transfer was right or wrong
    ledger.cancelled([7])  // nor this one
    #expect(ledger.counts.accuracy == 0.5)
  }

  @Test func `coverage counts the items shown for the first time`() {
    var ledger = PrefetchLedger()
    ledger.announced([0, 1])
    ledger.ready(0, bytes: 1)
    for item in [0, 1, 2, 3, 0, 1, 2, 3] { ledger.shown(item) }
    #expect(ledger.counts.coverage == 0.25)
  }

  @Test func `timeliness counts the items announced and shown`() {
    var ledger = PrefetchLedger()
    ledger.announced([0, 1, 2])
    ledger.ready(0, bytes: 1)
    ledger.ready(2, bytes: 1)
    for item in 0..<9 { ledger.shown(item) }
    #expect(ledger.counts.timeliness == 2.0 / 3)
  }
}
