import PrefetchLab
import Prefetching
import Testing

@Suite struct VerdictTests {
  /// A cell of blank times and wasted KB.
  private func cell(
    of trace: String = "reversal", bound: Double? = nil,
    _ figures: [PrefetchPolicyName: (blank: Double, wastedKB: Int)]
  ) -> LaboratoryCell {
    let outcomes = figures.mapValues { figures in
      var outcome = Outcome()
      outcome.blankTileMs = figures.blank
      outcome.wastedBytes = figures.wastedKB << 10
      return outcome
    }
    return LaboratoryCell(
      trace: trace, link: "lan", seed: 1,
      bound: bound.map { LaboratoryCell.Bound(tileMs: $0, scheduleTileMs: $0) },
      outcomes: outcomes)
  }

  @Test func `adaptive may be as good as the best, but for rounding`() {
    let verdict = LeastBlank([
      cell([.off: (100, 0), .texture: (10, 0), .adaptive: (10.0005, 0)]),
      cell([.off: (100, 0), .texture: (10, 0), .adaptive: (5, 0)]),
    ])
    #expect(verdict.holds == true)
    #expect(verdict.judged == 2)
  }

  @Test func `a cell where another policy is better is a named miss`() {
    let verdict = LeastBlank([
      cell([.off: (100, 0), .arkui: (9, 0), .texture: (10, 0), .adaptive: (12, 0)])
    ])
    #expect(verdict.holds == false)
    #expect(verdict.misses == ["reversal over lan: 12 tile-ms, arkui 9"])
  }

  @Test func `a cell where no policy beats off is not judged`() {
    let cells = [
      cell([.off: (10, 0), .texture: (10, 7), .adaptive: (11, 9)]),
      cell([.texture: (10, 7), .adaptive: (11, 9)]),
    ]
    #expect(LeastBlank(cells).holds == nil)
    #expect(LeastWaste(cells).holds == nil)
  }

  @Test(arguments: [
    (125, 10.0, true), (126, 10.0, false), (126, 11.5, true), (900, 12.0, true),
  ])
  func `waste is measured against the thriftiest policy that is nearly as good`(
    wastedKB: Int, blankOfStatic: Double, holds: Bool
  ) {
    let verdict = LeastWaste([
      cell([
        .off: (100, 0), .static: (blankOfStatic, 100), .texture: (8, 800),
        .adaptive: (10, wastedKB),
      ])
    ])
    #expect(verdict.holds == holds)
  }

  @Test func `beside a policy that wastes nothing, any waste is a miss`() {
    let verdict = LeastWaste([
      cell([.off: (100, 0), .static: (10, 0), .adaptive: (10, 1)])
    ])
    #expect(verdict.misses == ["reversal over lan: 1 KB, static 0 KB"])
  }

  @Test func `the mean is geometric, over predictable traces with a bound above zero`() throws {
    let verdict = NearBound([
      cell(bound: 10, [.adaptive: (10, 0)]), cell(bound: 10, [.adaptive: (40, 0)]),
      cell(bound: 0, [.adaptive: (40, 0)]), cell([.adaptive: (40, 0)]),
      cell(of: "random-seek", bound: 1, [.adaptive: (40, 0)]),
    ])
    #expect(verdict.judged == 2)
    #expect(abs(try #require(verdict.mean) - 2) < 1e-9)
    #expect(verdict.holds == false)
    #expect(verdict.misses.first == "reversal over lan: 4.00 times the bound")
    #expect(NearBound([cell(bound: 100, [.adaptive: (115, 0)])]).holds == true)
    #expect(NearBound([cell(bound: 0, [.adaptive: (1, 0)])]).holds == nil)
  }

  @Test(arguments: [(0, true), (1, true), (2, false)])
  func `nothing is blank on nine of ten cells with a bound of zero`(misses: Int, holds: Bool) {
    let cells = (0..<10).map { cell(bound: 0, [.adaptive: ($0 < misses ? 3 : 0, 0)]) }
    #expect(NothingBlank(cells).holds == holds)
    #expect(NothingBlank(cells).misses.count == misses)
    #expect(NothingBlank([cell(bound: 1, [.adaptive: (1, 0)])]).holds == nil)
  }

  @Test func `the ratio is of blank time to bound`() {
    let cell = cell(bound: 4, [.off: (10, 0)])
    #expect(cell.ratio(of: .off) == 2.5)
    #expect(cell.ratio(of: .adaptive) == nil)
  }
}
