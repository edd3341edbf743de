import Prefetching
import TestSupport
import Testing

@Suite struct PrefetchLedgerTests {
  private func counts(_ events: (inout PrefetchLedger) -> Void) -> PrefetchCounts {
    var ledger = PrefetchLedger()
    events(&ledger)
    return ledger.counts
  }

  private func expected(_ change: (inout PrefetchCounts) -> Void) -> PrefetchCounts {
    var counts = PrefetchCounts()
    change(&counts)
    return counts
  }

  @Test func `an announced item is pending until something becomes of it`() {
    #expect(
      counts { $0.announced([4, 5]) }
        == expected {
          $0.announced = 2
          $0.pending = 2
        })
  }

  @Test func `ready before shown is useful`() {
    let counts = counts {
      $0.announced([4])
      $0.ready(4, bytes: 100)
      $0.shown(4)
    }
    #expect(
      counts
        == expected {
          $0.announced = 1
          $0.useful = 1
        })
  }

  @Test func `shown before ready is late`() {
    let counts = counts {
      $0.announced([4])
      $0.shown(4)
      $0.ready(4, bytes: 100)
    }
    #expect(
      counts
        == expected {
          $0.announced = 1
          $0.late = 1
        })
  }

  @Test func `cancelled before ready is cancelled`() {
    let counts = counts {
      $0.announced([4])
      $0.cancelled([4])
      $0.ready(4, bytes: 100)
      $0.shown(4)
    }
    #expect(
      counts
        == expected {
          $0.announced = 1
          $0.cancelled = 1
        })
  }

  @Test func `ready and never shown is wasted, with its bytes`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.ready(5, bytes: -7)
      $0.cancelled([4, 5])
    }
    #expect(
      counts
        == expected {
          $0.announced = 2
          $0.wasted = 2
          $0.wastedBytes = 100
        })
  }

  @Test func `a failure is wasted at no bytes, shown or not`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.failed(4)
      $0.failed(5)
      $0.shown(4)
      $0.cancelled([5])
    }
    #expect(
      counts
        == expected {
          $0.announced = 2
          $0.wasted = 2
        })
  }

  @Test func `an item announced anew closes its open entry`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.announced([4, 5])
    }
    #expect(
      counts
        == expected {
          $0.announced = 4
          $0.cancelled = 1
          $0.wasted = 1
          $0.wastedBytes = 100
          $0.pending = 2
        })
  }

  @Test func `only the first readiness counts`() {
    let counts = counts {
      $0.announced([4])
      $0.ready(4, bytes: 100)
      $0.ready(4, bytes: 1)
      $0.failed(4)
      $0.cancelled([4])
    }
    #expect(counts.wasted == 1 && counts.wastedBytes == 100)
  }

  @Test func `items that nobody announced are ignored`() {
    let counts = counts {
      $0.ready(1, bytes: 9)
      $0.failed(2)
      $0.shown(3)
      $0.cancelled([4])
    }
    #expect(counts == PrefetchCounts())
  }

  @Test func `wasted bytes stop at the greatest number`() {
    let counts = counts {
      $0.announced([1, 2])
      $0.ready(1, bytes: .max)
      $0.ready(2, bytes: .max)
      $0.cancelled([1, 2])
    }
    #expect(counts.wastedBytes == .max)
  }

  @Test(arguments: UInt64(1)...5)
  func `the sums balance after every event, and each entry closes as its history says`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var ledger = PrefetchLedger()
    var histories: [Int: History] = [:]
    var expected = PrefetchCounts()
    for _ in 1...4_000 {
      let item = Int.random(in: 0..<12, using: &random)
      let event = History.Event.allCases.randomElement(using: &random) ?? .shown
      switch event {
      case .announced: ledger.announced([item])
      case .ready: ledger.ready(item, bytes: item)
      case .failed: ledger.failed(item)
      case .shown: ledger.shown(item)
      case .cancelled: ledger.cancelled([item])
      }
      histories[item, default: History()].append(event)
      expected = histories.reduce(into: PrefetchCounts()) {
        $1.value.count(into: &$0, bytes: $1.key)
      }
      let counts = ledger.counts
      let sum = counts.cancelled + counts.useful + counts.late + counts.wasted + counts.pending
      guard counts == expected, counts.announced == sum else {
        Issue.record("seed \(seed): \(counts) is not \(expected)")
        return
      }
    }
    #expect(min(expected.useful, expected.late, expected.wasted, expected.cancelled) > 0)
  }
}

/// All events of one item since its last announcement, and what became of the ones before.
private struct History {
  enum Event: CaseIterable { case announced, ready, failed, shown, cancelled }

  private var closed = PrefetchCounts()
  private var current: [Event] = []

  mutating func append(_ event: Event) {
    if event == .announced {
      if !current.isEmpty { close(current + [.cancelled]) }
      current = [.announced]
    } else if !current.isEmpty {
      current.append(event)
    }
  }

  func count(into counts: inout PrefetchCounts, bytes: Int) {
    var copy = self
    if !current.isEmpty { copy.close(current) }
    counts.announced += copy.closed.announced
    counts.cancelled += copy.closed.cancelled
    counts.useful += copy.closed.useful
    counts.late += copy.closed.late
    counts.wasted += copy.closed.wasted
    counts.pending += copy.closed.pending
    counts.wastedBytes += copy.closed.wastedBytes * bytes
  }

  /// Judges one announcement by the order of its events; bytes are counted in payloads.
  private mutating func close(_ events: [Event]) {
    closed.announced += 1
    let ready = events.firstIndex(of: .ready) ?? .max
    let failed = events.firstIndex(of: .failed) ?? .max
    let shown = events.firstIndex(of: .shown) ?? .max
    let cancelled = events.firstIndex(of: .cancelled) ?? .max
    let end = min(shown, cancelled)
    if failed < min(ready, end) {
      closed.wasted += 1
    } else if end == .max {
      closed.pending += 1
    } else if shown < cancelled {
      if ready < shown { closed.useful += 1 } else { closed.late += 1 }
    } else if ready < cancelled {
      closed.wasted += 1
      closed.wastedBytes += 1
    } else {
      closed.cancelled += 1
    }
  }
}
