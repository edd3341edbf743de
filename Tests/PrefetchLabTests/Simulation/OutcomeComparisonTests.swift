import PrefetchLab
import Testing

@Suite struct OutcomeComparisonTests {
  private func outcome(blank: Double, wasted: Int = 0) -> Outcome {
    var outcome = Outcome()
    outcome.blankTileMs = blank
    outcome.wastedBytes = wasted
    return outcome
  }

  @Test func `each figure has its own median`() throws {
    let runs = [(5.0, 10), (1, 30), (9, 20)].map { outcome(blank: $0.0, wasted: $0.1) }
    let median = try #require(Outcome.median(of: runs))
    #expect(median.blankTileMs == 5)
    #expect(median.wastedBytes == 20)
    #expect(Outcome.median(of: []) == nil)
    #expect(Outcome.median(of: Array(runs[..<2]))?.blankTileMs == 5)
  }

  @Test(arguments: [
    (0.0, 100.0, true), (0, 101, false), (100, 0, true), (101, 0, false),
    (1_149, 1_000, true), (851, 1_000, true), (849, 1_000, false), (1_151, 1_000, false),
  ])
  func `a simulation agrees within 15 percent or 100 tile-milliseconds`(
    simulated: Double, measured: Double, agree: Bool
  ) {
    #expect(outcome(blank: simulated).agrees(withMeasured: outcome(blank: measured)) == agree)
  }
}
