import Foundation
import SimulationModels
import Testing

@testable import Benchmarks

/// The comparison of reports: what is read of them, and which changes are beyond noise.
@Suite struct ReportComparisonTests {
  private func figures(_ json: String) throws -> ReportFigures {
    try JSONDecoder().decode(ReportFigures.self, from: Data(json.utf8))
  }

  /// Runs with the figure `ms`: a value, and up to a tenth more.
  private func runs(_ count: Int, around value: Double, seed: UInt64) -> [ReportFigures] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      ReportFigures(["ms": value * Double.random(in: 1...1.1, using: &generator)])
    }
  }

  private func change(
    _ before: [ReportFigures], _ after: [ReportFigures], seed: UInt64 = 1
  ) throws -> ReportComparison.Change {
    try #require(ReportComparison(before: before, after: after, seed: seed).changes.first)
  }

  @Test
  func `a report's numbers have their paths, nulls their names; texts, lists and truths none`()
    throws
  {
    let report = try figures(
      """
      {"version": 2, "type": "session", "frames": {"count": 3, "present_ms": {"p99": 0.5}, "worst": [1, {"a": 2}]},
       "link": null, "presenter": "direct", "is_answered": true, "seconds": -1e3}
      """)
    #expect(
      report.values == ["frames.count": 3, "frames.present_ms.p99": 0.5, "seconds": -1_000])
    #expect(report.unmeasured == ["link"] && report.type == "session")
    #expect(try figures("{\"version\": 1}").type == nil)
  }

  @Test(arguments: ["{}", "{\"version\": 3, \"a\": 1}", "{\"version\": \"1\"}", "[1]", "1", ""])
  func `a file that is not a report of a known version is refused`(json: String) {
    #expect(throws: (any Error).self) { try figures(json) }
  }

  @Test func `a change larger than the noise is found, with an interval around its ratio`() throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      let found = try change(
        runs(10, around: 10, seed: seed), runs(10, around: 12, seed: seed + 100), seed: seed)
      let interval = try #require(found.interval)
      #expect(found.isBeyondNoise && interval.low > 1)
      #expect(interval.low <= found.ratio && found.ratio <= interval.high)
      #expect((12 / 11...13.2 / 10).contains(found.ratio))
    }
  }

  @Test(arguments: [5, 10, 20])
  func `at most three of a hundred unchanged figures are marked`(count: Int) throws {
    let marked = try (0..<100 as Range<UInt64>).count { seed in
      try change(
        runs(count, around: 10, seed: 2 * seed), runs(count, around: 10, seed: 2 * seed + 1)
      ).isBeyondNoise
    }
    #expect(marked <= 3)
  }

  @Test func `fewer than five runs tell no change from noise`() throws {
    let four = try change(runs(4, around: 1, seed: 1), runs(9, around: 9, seed: 2))
    #expect(four.interval == nil && !four.isBeyondNoise && four.ratio > 8)
    let five = try change(runs(5, around: 1, seed: 1), runs(5, around: 9, seed: 2))
    #expect(five.isBeyondNoise)
  }

  @Test func `an exact figure is compared exactly, from zero too`() throws {
    func exact(_ before: Double, _ after: Double) throws -> ReportComparison.Change {
      try change(
        Array(repeating: ReportFigures(["n": before]), count: 5),
        Array(repeating: ReportFigures(["n": after]), count: 5))
    }
    #expect(try !exact(0, 0).isBeyondNoise && exact(0, 0).ratio == 1)
    #expect(try exact(0, 1).isBeyondNoise && exact(0, 1).ratio == .infinity)
    #expect(try exact(4, 0).isBeyondNoise && exact(4, 0).ratio == 0)
    #expect(try exact(100, 101).isBeyondNoise && !exact(7, 7).isBeyondNoise)
  }

  @Test func `the seed and a figure's own runs alone decide its interval`() throws {
    let (before, after) = (runs(20, around: 1, seed: 1), runs(20, around: 1, seed: 2))
    let interval = try change(before, after).interval
    #expect(try change(before, after).interval == interval)
    let others = (before + after).map { ReportFigures($0.values.merging(["a": 3]) { $1 }) }
    let comparison = ReportComparison(
      before: Array(others.prefix(20)), after: Array(others.suffix(20)), seed: 1)
    #expect(comparison.changes.map(\.name) == ["a", "ms"])
    #expect(comparison.changes.last?.interval == interval)
    let seeds = try (1...9).map { try change(before, after, seed: $0).interval }
    #expect(seeds.contains { $0 != interval })
  }

  @Test func `a figure that one side lacks is named, and a run without it is left out`() {
    let before = [["a": 1, "b": 2], ["b": 4], ["b": 6.0]].map { ReportFigures($0) }
    let comparison = ReportComparison(
      before: before, after: [ReportFigures(["b": 8, "c": 1])], seed: 1)
    #expect(comparison.onlyBefore == ["a"] && comparison.onlyAfter == ["c"])
    #expect(comparison.changes.map(\.before) == [4] && comparison.changes.map(\.ratio) == [2])
    #expect(comparison.after.values == ["b": 8, "c": 1])
  }

  @Test func `a figure that no run of the second program measured keeps its name`() {
    let after = [
      ReportFigures(["a": 1], unmeasured: ["b", "c"]), ReportFigures([:], unmeasured: ["a", "b"]),
      ReportFigures(["c": 3]),
    ]
    let comparison = ReportComparison(before: [], after: after, seed: 1)
    #expect(comparison.after.values == ["a": 1, "c": 3] && comparison.after.unmeasured == ["b"])
    #expect(comparison.after.names == ["a", "b", "c"])
  }
}
