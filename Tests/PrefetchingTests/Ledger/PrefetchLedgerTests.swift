import TestSupport
import Testing

@testable import Prefetching

/// What becomes of an announcement, event by event.
@Suite struct PrefetchLedgerTests {
  private func counts(
    keeping mostKept: Int = 100, _ events: (inout PrefetchLedger) -> Void
  ) -> PrefetchCounts {
    var ledger = PrefetchLedger(mostKept: mostKept)
    events(&ledger)
    return ledger.counts
  }

  private func expected(_ change: (inout PrefetchCounts) -> Void) -> PrefetchCounts {
    var counts = PrefetchCounts()
    change(&counts)
    return counts
  }

  @Test func `an announced item is pending until something becomes of it`() {
    let counts = counts {
      $0.announced([4, 5, 6])
      $0.started(5)
      $0.started(5)
      $0.ready(6, bytes: 70)
    }
    #expect(
      counts
        == expected {
          $0.announced = 3
          $0.started = 2
          $0.pending = 3
          $0.pendingStarted = 2
          $0.pendingBytes = 70
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
          $0.started = 1
          $0.useful = 1
          $0.usefulBytes = 100
        })
  }

  @Test func `shown before ready is late, and its bytes with it`() {
    let counts = counts {
      $0.announced([4])
      $0.started(4)
      $0.shown(4)
      $0.ready(4, bytes: 100)
      $0.ready(4, bytes: 100)
    }
    #expect(
      counts
        == expected {
          $0.announced = 1
          $0.started = 1
          $0.late = 1
          $0.lateStarted = 1
          $0.lateBytes = 100
        })
  }

  @Test func `cancelled before ready is cancelled, and what had come of it is wasted`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.started(4)
      $0.cancelled([4, 5])
      $0.stopped(4, receivedBytes: 30)
      $0.stopped(4, receivedBytes: 30)
      $0.stopped(5, receivedBytes: 7)
    }
    #expect(
      counts
        == expected {
          $0.announced = 2
          $0.started = 1
          $0.cancelled = 2
          $0.wastedBytes = 30
        })
  }

  @Test func `what comes of a cancelled load is wasted, and the item is shown on demand`() {
    let counts = counts {
      $0.announced([4])
      $0.started(4)
      $0.cancelled([4])
      $0.ready(4, bytes: 100)
      $0.shown(4)
    }
    #expect(
      counts
        == expected {
          $0.announced = 1
          $0.started = 1
          $0.cancelled = 1
          $0.wastedBytes = 100
          $0.demanded = 1
        })
  }

  @Test func `a stop that is told late does not end the announcement that came after it`() {
    let counts = counts {
      $0.announced([4])
      $0.started(4)
      $0.cancelled([4])
      $0.announced([4])
      $0.stopped(4, receivedBytes: 30)
      $0.ready(4, bytes: 100)
      $0.shown(4)
    }
    #expect(counts.cancelled == 1 && counts.useful == 1)
    #expect(counts.wastedBytes == 30 && counts.usefulBytes == 100)
  }

  @Test func `a late item that leaves before it is ready has wasted what had come of it`() {
    let counts = counts {
      $0.announced([4])
      $0.shown(4)
      $0.cancelled([4])
      $0.stopped(4, receivedBytes: 30)
    }
    #expect(counts.late == 1 && counts.lateBytes == 0 && counts.wastedBytes == 30)
  }

  @Test func `ready and no longer expected is kept`() {
    let counts = counts {
      $0.announced([4])
      $0.ready(4, bytes: 100)
      $0.cancelled([4])
    }
    #expect(
      counts
        == expected {
          $0.announced = 1
          $0.started = 1
          $0.pending = 1
          $0.pendingStarted = 1
          $0.kept = 1
          $0.pendingBytes = 100
        })
  }

  @Test func `kept and then shown is useful, kept and then dropped is wasted`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.ready(5, bytes: -7)
      $0.cancelled([4, 5])
      $0.shown(5)
      $0.dropped(4)
    }
    #expect(
      counts
        == expected {
          $0.announced = 2
          $0.started = 2
          $0.useful = 1
          $0.wasted = 1
          $0.wastedBytes = 100
        })
  }

  @Test func `an item that is kept and expected again goes on with its entry`() {
    let counts = counts {
      $0.announced([4, 5, 6, 7])
      for item in 4...7 { $0.ready(item, bytes: 100) }
      $0.cancelled([4, 5, 6, 7])
      $0.announced([4, 5, 6, 7])
      $0.ready(4, bytes: 0)
      $0.shown(4)
      $0.shown(5)
      $0.cancelled([6])
      $0.failed(7)
    }
    #expect(
      counts
        == expected {
          $0.announced = 4
          $0.started = 4
          $0.useful = 2
          $0.usefulBytes = 200
          $0.wasted = 1
          $0.wastedBytes = 100
          $0.pending = 1
          $0.pendingStarted = 1
          $0.kept = 1
          $0.pendingBytes = 100
        })
  }

  @Test func `what is fetched again has wasted its first bytes`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.ready(5, bytes: 10)
      $0.cancelled([4, 5])
      $0.announced([4, 5])
      $0.ready(4, bytes: 102)
      $0.shown(4)
      $0.dropped(5)
      $0.shown(5)
      $0.ready(5, bytes: 11)
    }
    #expect(counts.useful == 1 && counts.usefulBytes == 102)
    #expect(counts.late == 1 && counts.lateBytes == 11)
    #expect(counts.wasted == 0 && counts.wastedBytes == 110)
  }

  @Test func `what is expected is not dropped`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.dropped(4)
      $0.dropped(5)
      $0.shown(4)
    }
    #expect(counts.useful == 1 && counts.pending == 1)
  }

  @Test func `a failure is wasted at no bytes, shown or not`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.started(4)
      $0.failed(4)
      $0.failed(5)
      $0.shown(4)
      $0.cancelled([5])
    }
    #expect(
      counts
        == expected {
          $0.announced = 2
          $0.started = 1
          $0.wasted = 2
          $0.demanded = 1
        })
  }

  @Test func `an item announced anew while it is expected closes its open entry`() {
    let counts = counts {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.announced([4, 5])
    }
    #expect(
      counts
        == expected {
          $0.announced = 4
          $0.started = 1
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
      $0.shown(4)
    }
    #expect(counts.useful == 1 && counts.usefulBytes == 100)
  }

  @Test func `of items that nobody announced only the showing counts, and only the first`() {
    let counts = counts {
      $0.started(0)
      $0.ready(1, bytes: 9)
      $0.failed(2)
      $0.shown(3)
      $0.shown(3)
      $0.cancelled([3, 4])
      $0.stopped(4, receivedBytes: 5)
      $0.dropped(5)
      $0.shown(3)
      $0.shown(.max)
    }
    #expect(counts == expected { $0.demanded = 1 })
  }

  @Test func `of too many that are kept the oldest is wasted`() {
    let counts = counts(keeping: 2) {
      $0.announced([1, 2, 3])
      for item in 1...3 { $0.ready(item, bytes: item) }
      $0.cancelled([1])
      $0.cancelled([2])
      $0.announced([1])
      $0.cancelled([1])
      $0.cancelled([3])
    }
    #expect(counts.kept == 2 && counts.wasted == 1 && counts.wastedBytes == 2)
  }

  @Test func `once all is dropped, nothing is kept and nothing has been seen`() {
    let counts = counts {
      $0.announced([1, 2])
      $0.ready(1, bytes: 10)
      $0.ready(2, bytes: 20)
      $0.shown(1)
      $0.cancelled([1, 2])
      $0.droppedAll()
      $0.shown(1)
    }
    #expect(
      counts
        == expected {
          $0.announced = 2
          $0.started = 2
          $0.useful = 1
          $0.usefulBytes = 10
          $0.wasted = 1
          $0.wastedBytes = 20
          $0.demanded = 1
        })
  }

  @Test func `bytes stop at the greatest number`() {
    let counts = counts {
      $0.announced([1, 2, 3])
      $0.ready(1, bytes: .max)
      $0.ready(2, bytes: .max)
      $0.cancelled([1, 2])
      $0.dropped(1)
      $0.dropped(2)
      $0.stopped(3, receivedBytes: .max)
    }
    #expect(counts.wastedBytes == .max && counts.pendingBytes == 0)
  }
}
