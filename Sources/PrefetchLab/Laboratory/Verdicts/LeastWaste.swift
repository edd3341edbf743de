import Prefetching

/// Where prefetching is of use, the candidate wastes little more than it takes to leave so little blank.
package struct LeastWaste: Verdict {
  /// Of those that come so near to the candidate's blank time, the thriftiest is the measure.
  static let reach = 1.1
  /// What the candidate may waste beside it.
  static let allowance = 1.25

  package let judged: Int
  package let misses: [String]

  package init(_ cells: [LaboratoryCell]) {
    let cells = cells.filter { $0.isWorthwhile && $0.candidate != nil }
    judged = cells.count
    misses = cells.compactMap(Self.miss)
  }

  package var bar: String {
    "There adaptive wastes at most 1.25 times what the least wasteful policy within 10 % of its blank time does."
  }

  package var finding: String { "It does so on \(judged - misses.count) of \(judged) cells." }

  package var holds: Bool? { judged > 0 ? misses.isEmpty : nil }

  private static func miss(_ cell: LaboratoryCell) -> String? {
    guard let candidate = cell.candidate else { return nil }
    let limit = candidate.blankTileMs * reach + LaboratoryCell.resolution
    let thriftiest =
      cell.rivals
      .filter { $0.outcome.blankTileMs <= limit }
      .min { $0.outcome.wastedBytes < $1.outcome.wastedBytes }
    guard let thriftiest,
      Double(candidate.wastedBytes) > allowance * Double(thriftiest.outcome.wastedBytes)
    else { return nil }
    let least = thriftiest.outcome.wastedBytes.kilobytes
    return "\(cell.name): \(candidate.wastedBytes.kilobytes) KB, "
      + "\(thriftiest.policy.rawValue) \(least) KB"
  }
}
