import PrefetchLab
import Prefetching
import Testing

@Suite struct VerdictTests {
  /// A cell of blank times and wasted KB.
  private func cell(
    bound: Double? = nil, beyond: Double? = nil, firstScreen: Double = 0, isQuick: Bool = true,
    seed: UInt64 = 1,
    _ figures: [ComparedPolicy: (blank: Double, wastedKB: Int)],
    atOnce: [ComparedPolicy: (blank: Double, wastedKB: Int)] = [:]
  ) -> LaboratoryCell {
    func outcome(_ figures: (blank: Double, wastedKB: Int)) -> Outcome {
      var outcome = Outcome()
      outcome.blankTileMs = figures.blank
      outcome.wastedBytes = figures.wastedKB << 10
      return outcome
    }
    func exact(_ tileMs: Double) -> LaboratoryCell.Bound {
      LaboratoryCell.Bound(tileMs: tileMs, scheduleTileMs: tileMs)
    }
    let bounds = bound.map {
      LaboratoryCell.Bounds(
        clairvoyant: exact($0), withoutForesight: exact($0), firstScreenTileMs: firstScreen,
        beyondFirstScreenTileMs: beyond ?? $0)
    }
    return LaboratoryCell(
      trace: "reversal", link: "lan", isQuick: isQuick, seed: seed, bounds: bounds,
      outcomes: figures.mapValues(outcome), outcomesAtOnce: atOnce.mapValues(outcome))
  }

  @Test(arguments: [(10.5, true), (10.6, false), (5, true)])
  func `adaptive may leave five per cent more blank than the best`(blank: Double, holds: Bool) {
    let verdict = LeastBlank([
      cell([.off: (100, 0), .arkui: (12, 0), .texture: (10, 0), .adaptive: (blank, 0)])
    ])
    #expect(verdict.holds == holds)
    #expect(verdict.judged == 1)
  }

  @Test func `a miss is named with its worst figures and the number of its seeds`() {
    let verdict = LeastBlank([
      cell([.off: (100, 0), .arkui: (9, 0), .texture: (10, 0), .adaptive: (12, 0)]),
      cell(seed: 2, [.off: (100, 0), .arkui: (9, 0), .adaptive: (18, 0)]),
    ])
    #expect(verdict.misses == ["reversal over lan: 18 tile-ms, arkui 9; 2 seeds"])
  }

  @Test func `a rival also counts as its original asks for pictures, all at once`() {
    let cells = [
      cell(
        [.off: (100, 0), .texture: (10, 100), .adaptive: (10, 100)], atOnce: [.texture: (8, 900)]),
      cell(
        [.off: (100, 0), .texture: (10, 100), .adaptive: (10, 100)], atOnce: [.texture: (10, 9)]),
    ]
    #expect(LeastBlank(cells).misses == ["reversal over lan: 10 tile-ms, texture at once 8"])
    #expect(LeastWaste(cells).misses == ["reversal over lan: 100 KB, texture at once 9 KB"])
  }

  @Test(arguments: [(15, true), (16, false)])
  func `adaptive may miss it on fifteen of a hundred cells`(misses: Int, holds: Bool) {
    let cells = (0..<100).map {
      cell(seed: $0, [.off: (100, 0), .static: (10, 0), .adaptive: ($0 < misses ? 20 : 10, 0)])
    }
    #expect(LeastBlank(cells).missed == misses)
    #expect(LeastBlank(cells).holds == holds)
  }

  @Test func `a cell where no policy beats off is not judged`() {
    let cells = [
      cell([.off: (10, 0), .texture: (10, 7), .adaptive: (11, 9)]),
      cell([.texture: (10, 7), .adaptive: (11, 9)]),
    ]
    #expect(LeastBlank(cells).holds == nil)
    #expect(LeastWaste(cells).holds == nil)
  }

  @Test(arguments: [(125, 10.0, true), (126, 10.0, false), (126, 10.5, false)])
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

  @Test func `where no policy comes near, the waste is told and not judged`() {
    let verdict = LeastWaste([cell([.off: (100, 0), .static: (11, 0), .adaptive: (10, 700)])])
    #expect(verdict.holds == nil)
    #expect(
      verdict.finding.hasSuffix(
        "On 1 more no policy comes near; there it wastes 700 KB in the mean."))
  }

  @Test func `beside a policy that wastes nothing, any waste is a miss`() {
    let verdict = LeastWaste([
      cell([.off: (100, 0), .static: (10, 0), .adaptive: (10, 1)])
    ])
    #expect(verdict.misses == ["reversal over lan: 1 KB, static 0 KB"])
  }

  @Test func `a twentieth of the first screen counts on either side`() throws {
    let one = cell(bound: 140, beyond: 40, firstScreen: 100, [.adaptive: (80, 0)])
    #expect(abs(try #require(one.ratioWithoutForesight(of: .adaptive)) - 85 / 45) < 1e-9)
    let none = cell(bound: 100, beyond: 0, firstScreen: 100, [.adaptive: (0, 0)])
    #expect(none.ratioWithoutForesight(of: .adaptive) == 1)
    #expect(cell([.adaptive: (1, 0)]).ratioWithoutForesight(of: .adaptive) == nil)
  }

  @Test func `the mean is geometric, over all links or quick ones`() throws {
    let cells = [
      cell(bound: 10, [.adaptive: (10, 0)]), cell(bound: 10, [.adaptive: (40, 0)]),
      cell(bound: 10, isQuick: false, [.adaptive: (160, 0)]),
      cell(bound: 0, [.adaptive: (40, 0)]), cell([.adaptive: (40, 0)]),
    ]
    let all = NearBound(cells, limit: 1.6)
    #expect(all.judged == 3)
    #expect(abs(try #require(all.mean) - 4) < 1e-9)
    #expect(abs(try #require(all.meanWithFirstScreen) - 4) < 1e-9)
    #expect(all.holds == false)
    #expect(all.misses == ["reversal over lan: 16.00 times; 2 seeds"])
    let quick = NearBound(cells, limit: 2, overQuickLinks: true)
    #expect(quick.judged == 2)
    #expect(quick.holds == true)
    #expect(quick.misses.isEmpty)
  }

  @Test func `the ratio is of blank time to bound`() {
    let cell = cell(bound: 4, [.off: (10, 0)])
    #expect(cell.ratio(of: .off) == 2.5)
    #expect(cell.ratio(of: .adaptive) == nil)
  }
}
