import PrefetchLab
import Prefetching
import Testing

/// Compares the results of the policies with those that were reviewed last.
@Suite struct GoldenTableTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `every policy has its reviewed results`(seed: UInt64) throws {
    let traces = try ScrollTrace.library(seed: seed)
      .filter { ["slow-reading", "page-by-page", "reversal", "home-end"].contains($0.name) }
    let laboratory = Laboratory(
      traces: traces, links: Link.library.filter { ["wifi", "3g"].contains($0.name) },
      policies: ComparedPolicy.allCases, seed: seed)
    let cells = laboratory.questions.map(laboratory.cell)
    try expectGolden(
      "\(LaboratoryTable(cells))\n" + LaboratoryTable.sentences(of: cells.verdicts),
      is: "seed-\(seed)")
  }
}
