import Testing

@testable import Prefetching

/// Items that are ready and no longer expected.
@Suite struct KeptItemsTests {
  @Test func `an item that is ready and no longer expected is kept`() {
    let counts = PrefetchCounts.after {
      $0.announced([4])
      $0.ready(4, bytes: 100)
      $0.cancelled([4])
    }
    #expect(
      counts
        == .of {
          $0.announced = 1
          $0.started = 1
          $0.pending = 1
          $0.pendingStarted = 1
          $0.kept = 1
          $0.pendingBytes = 100
        })
  }

  @Test func `a kept item is useful when shown and wasted when dropped`() {
    let counts = PrefetchCounts.after {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.ready(5, bytes: -7)
      $0.cancelled([4, 5])
      $0.shown(5)
      $0.dropped(4)
    }
    #expect(
      counts
        == .of {
          $0.announced = 2
          $0.started = 2
          $0.useful = 1
          $0.wasted = 1
          $0.wastedBytes = 100
        })
  }

  @Test func `an item that is kept and expected again goes on with its entry`() {
    let counts = PrefetchCounts.after {
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
        == .of {
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

  @Test func `an item fetched again has wasted its first bytes`() {
    let counts = PrefetchCounts.after {
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

  @Test func `an expected item is not dropped`() {
    let counts = PrefetchCounts.after {
      $0.announced([4, 5])
      $0.ready(4, bytes: 100)
      $0.dropped(4)
      $0.dropped(5)
      $0.shown(4)
    }
    #expect(counts.useful == 1 && counts.pending == 1)
  }

  @Test func `the oldest of too many kept items is wasted`() {
    let counts = PrefetchCounts.after(keeping: 2) {
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

  @Test func `after all is dropped, nothing is kept and nothing has been seen`() {
    let counts = PrefetchCounts.after {
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
        == .of {
          $0.announced = 2
          $0.started = 2
          $0.useful = 1
          $0.usefulBytes = 10
          $0.wasted = 1
          $0.wastedBytes = 20
          $0.demanded = 1
        })
  }
}
