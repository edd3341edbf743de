/// The verdict that the candidate wastes little more than policies with similar blank time.
package struct LeastWaste: Verdict {
  /// Rivals with up to this many times the candidate's blank time count; the one with the least waste is the reference.
  static let reach = 1 + LaboratoryCell.negligible
  /// The factor by which the candidate may exceed the reference.
  static let allowance = 1.25
  /// The required share of cells, in percent.
  static let demanded = 90

  package let judged: Int
  package let missed: Int
  package let misses: [String]
  /// The KB that the candidate wastes on cells without a comparable rival.
  private let unrivaledKB: [Int]

  package init(_ cells: [LaboratoryCell]) {
    let cells = cells.filter { $0.isWorthwhile && $0.candidate != nil }
    let rivaled = cells.filter { Self.thriftiest(of: $0) != nil }
    let misses = rivaled.compactMap(Self.miss)
    judged = rivaled.count
    missed = misses.count
    self.misses = MissList(misses).sentences
    unrivaledKB = cells.filter { Self.thriftiest(of: $0) == nil }
      .compactMap { $0.candidate?.wastedBytes.kilobytes }
  }

  package var bar: String {
    "There adaptive wastes at most 1.25 times what the least wasteful policy within 5 % of its blank "
      + "time does, on 90 % of cells."
  }

  package var finding: String {
    let rivaled = "It does so on \(judged - missed) of \(judged) cells."
    guard !unrivaledKB.isEmpty else { return rivaled }
    let mean = unrivaledKB.reduce(0, +) / unrivaledKB.count
    return rivaled
      + " On \(unrivaledKB.count) more no policy comes near; there it wastes \(mean) KB in the mean."
  }

  package var holds: Bool? {
    judged > 0 ? (judged - missed) * 100 >= judged * Self.demanded : nil
  }

  private static func thriftiest(
    of cell: LaboratoryCell
  ) -> (name: String, outcome: Outcome)? {
    guard let candidate = cell.candidate else { return nil }
    let limit = candidate.blankTileMs * reach + LaboratoryCell.resolution
    return cell.rivals.filter { $0.outcome.blankTileMs <= limit }
      .min { $0.outcome.wastedBytes < $1.outcome.wastedBytes }
  }

  private static func miss(
    _ cell: LaboratoryCell
  ) -> (cell: LaboratoryCell, ratio: Double, example: String)? {
    guard let candidate = cell.candidate, let thriftiest = thriftiest(of: cell),
      Double(candidate.wastedBytes) > allowance * Double(thriftiest.outcome.wastedBytes)
    else { return nil }
    let least = thriftiest.outcome.wastedBytes
    let ratio = Double(candidate.wastedBytes) / Double(max(1, least))
    let example =
      "\(candidate.wastedBytes.kilobytes) KB, \(thriftiest.name) \(least.kilobytes) KB"
    return (cell, ratio, example)
  }
}
