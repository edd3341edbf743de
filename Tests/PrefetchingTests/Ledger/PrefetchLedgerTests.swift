import Testing

@testable import Prefetching

/// Announcements, event by event.
@Suite struct PrefetchLedgerTests {
  @Test func `an announced item is pending until it ends`() {
    let counts = PrefetchCounts.after {
      $0.announced([4, 5, 6])
      $0.started(5)
      $0.started(5)
      $0.ready(6, bytes: 70)
    }
    #expect(
      counts
        == .of {
          $0.announced = 3
          $0.started = 2
          $0.pending = 3
          $0.pendingStarted = 2
          $0.pendingBytes = 70
        })
  }

  @Test func `an item ready before it is shown is useful`() {
    let counts = PrefetchCounts.after {
      $0.announced([4])
      $0.ready(4, bytes: 100)
      $0.shown(4)
    }
    #expect(
      counts
        == .of {
          $0.announced = 1
          $0.started = 1
          $0.useful = 1
          $0.usefulBytes = 100
        })
  }

  @Test func `an item shown before it is ready is late, and so are its bytes`() {
    let counts = PrefetchCounts.after {
      $0.announced([4])
      $0.started(4)
      $0.shown(4)
      $0.ready(4, bytes: 100)
      $0.ready(4, bytes: 100)
    }
    #expect(
      counts
        == .of {
          $0.announced = 1
          $0.started = 1
          $0.late = 1
          $0.lateStarted = 1
          $0.lateBytes = 100
        })
  }

  @Test func `an item canceled before it is ready is canceled, and its bytes are wasted`() {
    let counts = PrefetchCounts.after {
      $0.announced([4, 5])
      $0.started(4)
      $0.cancelled([4, 5])
      $0.stopped(4, receivedBytes: 30)
      $0.stopped(4, receivedBytes: 30)
      $0.stopped(5, receivedBytes: 7)
    }
    #expect(
      counts
        == .of {
          $0.announced = 2
          $0.started = 1
          $0.cancelled = 2
          $0.wastedBytes = 30
        })
  }

  @Test func `the bytes of a canceled load are wasted, and the item is shown on demand`() {
    let counts = PrefetchCounts.after {
      $0.announced([4])
      $0.started(4)
      $0.cancelled([4])
      $0.ready(4, bytes: 100)
      $0.shown(4)
    }
    #expect(
      counts
        == .of {
          $0.announced = 1
          $0.started = 1
          $0.cancelled = 1
          $0.wastedBytes = 100
          $0.demanded = 1
        })
  }

  @Test func `a stop reported late does not end the announcement after it`() {
    let counts = PrefetchCounts.after {
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

  @Test func `a late item that leaves before it is ready has wasted its bytes`() {
    let counts = PrefetchCounts.after {
      $0.announced([4])
      $0.shown(4)
      $0.cancelled([4])
      $0.stopped(4, receivedBytes: 30)
    }
    #expect(counts.late == 1 && counts.lateBytes == 0 && counts.wastedBytes == 30)
  }

  @Test func `a failure is wasted with 0 bytes, shown or not`() {
    let counts = PrefetchCounts.after {
      $0.announced([4, 5])
      $0.started(4)
      $0.failed(4)
      $0.failed(5)
      $0.shown(4)
      $0.cancelled([5])
    }
    #expect(
      counts
        == .of {
          $0.announced = 2
          $0.started = 1
          $0.wasted = 2
          $0.demanded = 1
        })
  }

  @Test func `an item announced anew while it is expected closes its open entry`() {
    let counts = PrefetchCounts.after {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.announced([4, 5])
    }
    #expect(
      counts
        == .of {
          $0.announced = 4
          $0.started = 1
          $0.cancelled = 1
          $0.wasted = 1
          $0.wastedBytes = 100
          $0.pending = 2
        })
  }

  @Test func `only the first readiness counts`() {
    let counts = PrefetchCounts.after {
      $0.announced([4])
      $0.ready(4, bytes: 100)
      $0.ready(4, bytes: 1)
      $0.failed(4)
      $0.shown(4)
    }
    #expect(counts.useful == 1 && counts.usefulBytes == 100)
  }

  @Test func `only the first showing of an unannounced item counts`() {
    let counts = PrefetchCounts.after {
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
    #expect(counts == .of { $0.demanded = 1 })
  }

  @Test func `bytes stop at the greatest number`() {
    let counts = PrefetchCounts.after {
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
