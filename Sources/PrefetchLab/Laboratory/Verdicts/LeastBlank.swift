import Prefetching

/// Where prefetching is of use, no policy leaves less blank than the candidate.
package struct LeastBlank: Verdict {
  package let judged: Int
  package let misses: [String]

  package init(_ cells: [LaboratoryCell]) {
    let cells = cells.filter { $0.isWorthwhile && $0.candidate != nil && !$0.rivals.isEmpty }
    judged = cells.count
    misses = cells.compactMap(Self.miss)
  }

  package var bar: String {
    "On every cell where any policy is better than off, adaptive leaves no more blank than any other."
  }

  package var finding: String { "It does so on \(judged - misses.count) of \(judged) cells." }

  package var holds: Bool? { judged > 0 ? misses.isEmpty : nil }

  private static func miss(_ cell: LaboratoryCell) -> String? {
    let best = cell.rivals.min { $0.outcome.blankTileMs < $1.outcome.blankTileMs }
    guard let candidate = cell.candidate, let best,
      candidate.blankTileMs > best.outcome.blankTileMs + LaboratoryCell.resolution
    else { return nil }
    let blank = candidate.blankTileMs.rounded(toPlaces: 0)
    let least = best.outcome.blankTileMs.rounded(toPlaces: 0)
    return "\(cell.name): \(blank) tile-ms, \(best.policy.rawValue) \(least)"
  }
}
