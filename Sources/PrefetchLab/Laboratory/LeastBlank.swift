/// The verdict that the candidate leaves no more blank time than any other policy where prefetching helps.
package struct LeastBlank: Verdict {
  /// The required share of cells, in percent.
  static let demanded = 85

  package let judged: Int
  package let missed: Int
  package let misses: [String]

  package init(_ cells: [LaboratoryCell]) {
    let cells = cells.filter { $0.isWorthwhile && $0.candidate != nil && !$0.rivals.isEmpty }
    let misses = cells.compactMap(Self.miss)
    judged = cells.count
    missed = misses.count
    self.misses = MissList(misses).sentences
  }

  package var bar: String {
    "Where any policy is better than off, adaptive leaves at most 5 % more blank than any other, "
      + "on 85 % of cells."
  }

  package var finding: String { "It does so on \(judged - missed) of \(judged) cells." }

  package var holds: Bool? {
    judged > 0 ? (judged - missed) * 100 >= judged * Self.demanded : nil
  }

  private static func miss(
    _ cell: LaboratoryCell
  ) -> (cell: LaboratoryCell, ratio: Double, example: String)? {
    let best = cell.rivals.min { $0.outcome.blankTileMs < $1.outcome.blankTileMs }
    guard let candidate = cell.candidate, let best else { return nil }
    let limit = best.outcome.blankTileMs * (1 + LaboratoryCell.negligible)
    guard candidate.blankTileMs > limit + LaboratoryCell.resolution else { return nil }
    let blank = candidate.blankTileMs.rounded(toPlaces: 0)
    let least = best.outcome.blankTileMs.rounded(toPlaces: 0)
    let ratio = candidate.blankTileMs / max(best.outcome.blankTileMs, LaboratoryCell.resolution)
    return (cell, ratio, "\(blank) tile-ms, \(best.name) \(least)")
  }
}
