import TestSupport
import Testing

@testable import Prefetching

/// Random events, in any order, each compared with a model that keeps the record of every announcement.
@Suite struct LedgerWalkTests {
  private enum Event: CaseIterable {
    case announced, started, ready, failed, shown, cancelled, stopped, dropped
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...8)
  func `the sums balance after every event, and are those of the model`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var ledger = PrefetchLedger(mostKept: 4)
    var model = NaiveLedger(mostKept: 4)
    for step in 1...3_000 {
      let item = Int.random(in: 0..<12, using: &random)
      let bytes = Int.random(in: 0..<50, using: &random)
      let event = Event.allCases.randomElement(using: &random) ?? .shown
      perform(event, item, bytes, on: &ledger)
      perform(event, item, bytes, on: &model)
      if step % 500 == 0 {
        ledger.cancelled(Array(0..<12))
        ledger.droppedAll()
        for item in 0..<12 { model.cancelled(item) }
        model.droppedAll()
      }
      let (counts, expected) = (ledger.counts, model.counts)
      guard counts == expected, counts.balances, model.receivedBytes == counts.bytes else {
        Issue.record("seed \(seed), step \(step), \(event) \(item): \(counts) is not \(expected)")
        return
      }
    }
    let counts = ledger.counts
    #expect(min(counts.useful, counts.late, counts.wasted, counts.cancelled) > 0)
  }

  private func perform(_ event: Event, _ item: Int, _ bytes: Int, on ledger: inout PrefetchLedger) {
    switch event {
    case .announced: ledger.announced([item])
    case .started: ledger.started(item)
    case .ready: ledger.ready(item, bytes: bytes)
    case .failed: ledger.failed(item)
    case .shown: ledger.shown(item)
    case .cancelled: ledger.cancelled([item])
    case .stopped: ledger.stopped(item, receivedBytes: bytes)
    case .dropped: ledger.dropped(item)
    }
  }

  private func perform(_ event: Event, _ item: Int, _ bytes: Int, on model: inout NaiveLedger) {
    switch event {
    case .announced: model.announced(item)
    case .started: model.started(item)
    case .ready: model.ready(item, bytes)
    case .failed: model.failed(item)
    case .shown: model.shown(item)
    case .cancelled: model.cancelled(item)
    case .stopped: model.stopped(item, bytes)
    case .dropped: model.dropped(item)
    }
  }

  @Test func `the ledger does not grow with a session`() {
    var ledger = PrefetchLedger()
    for item in 0..<60_000 {
      ledger.announced([item])
      ledger.ready(item, bytes: 1)
      ledger.cancelled([item])
      // Only every other item is shown, so that seen items are never neighbors.
      if item.isMultiple(of: 2) { ledger.shown(item) }
    }
    #expect(ledger.counts.kept == PrefetchLedger.mostKept)
    #expect(ledger.counts.useful == 30_000)
    #expect(ledger.counts.wasted == 30_000 - PrefetchLedger.mostKept)
  }
}

extension PrefetchCounts {
  fileprivate var balances: Bool {
    announced == cancelled + useful + late + wasted + pending
      && [accuracy, coverage, timeliness].allSatisfy { $0.map((0...1).contains) ?? true }
      && min(kept, pendingStarted) >= 0 && max(kept, pendingStarted) <= pending
      && started <= announced && lateStarted <= late
  }

  fileprivate var bytes: Int { usefulBytes + lateBytes + wastedBytes + pendingBytes }
}
