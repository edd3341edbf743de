import PrefetchLab
import Prefetching
import Raster
import TestSupport
import Testing

/// Holds for every policy, with any keys over any link.
@Suite struct SimulationPropertyTests {
  private static let cases = (1...Thoroughness.rounds(short: 4, full: 12)).map(
    RandomCase.init(seed:))

  @Test(arguments: cases, ComparedPolicy.allCases)
  func `the ledger balances in the end, and so do the bytes`(
    random: RandomCase, policy: ComparedPolicy
  ) {
    for cacheBytes in [256 << 20, 300_000] {
      let outcome = random.outcome(of: policy, cacheBytes: cacheBytes)
      let counts = outcome.ledger
      #expect(
        counts.announced
          == counts.cancelled + counts.useful + counts.late + counts.wasted + counts.pending)
      #expect(counts.kept <= counts.pending)
      let bytes =
        counts.usefulBytes + counts.lateBytes + counts.wastedBytes + counts.pendingBytes
      #expect((0...outcome.receivedBytes).contains(bytes))
      #expect((0...outcome.receivedBytes).contains(outcome.wastedBytes))
      #expect(outcome.blankTileMs <= outcome.visibleTileMs + 0.001)
    }
  }

  @Test(arguments: cases, ComparedPolicy.allCases)
  func `items on screen are never given up, and nothing starts that is not wanted`(
    random: RandomCase, policy: ComparedPolicy
  ) {
    var wanted: Set<Int> = []
    var starts = 0
    _ = random.outcome(of: policy) { observation in
      switch observation {
      case .wanted(let item): wanted.insert(item)
      case .started(let item):
        starts += 1
        #expect(wanted.contains(item), "\(item) started unwanted")
      case .cancelled(let item, let isVisible):
        #expect(!isVisible, "\(item) given up on screen")
        wanted.remove(item)
      case .settled: break
      }
    }
    #expect(starts > 0)
  }

  @Test(arguments: cases, ComparedPolicy.allCases)
  func `items not yet seen keep to their budget`(random: RandomCase, policy: ComparedPolicy) {
    let cacheBytes = 400_000
    var most = 0
    _ = random.outcome(of: policy, cacheBytes: cacheBytes) { observation in
      if case .settled(let bytes) = observation { most = max(most, bytes) }
    }
    // The first pictures are asked for before the size of one is known.
    let first = random.link.connections * PixelSize(width: 32, height: 24).area * 4
    #expect(most <= max(cacheBytes / 4, first))
  }

  @Test(arguments: cases) func `no policy beats the clairvoyant`(random: RandomCase) {
    let outcomes = ComparedPolicy.allCases.map { random.outcome(of: $0) }
    let bound = ClairvoyantBound(
      demands: outcomes[0].demands(over: random.link, seed: random.seed), over: random.link)
    for outcome in outcomes {
      #expect(outcome.blankTileMs >= bound.tileMilliseconds - 0.001)
    }
  }

  @Test(arguments: cases, ComparedPolicy.allCases)
  func `the same seed gives the same outcome to the last bit`(
    random: RandomCase, policy: ComparedPolicy
  ) {
    #expect(random.outcome(of: policy) == random.outcome(of: policy))
  }
}
