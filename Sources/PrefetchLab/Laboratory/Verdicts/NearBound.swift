/// On predictable traces the candidate is near what a clairvoyant can do.
package struct NearBound: Verdict {
  static let limit = 1.15

  /// The geometric mean of blank time to bound; nil where no bound is known that is not zero.
  package let mean: Double?
  package let judged: Int
  /// The five cells that are furthest from the bound.
  private let furthest: [String]

  package init(_ cells: [LaboratoryCell]) {
    let ratios =
      cells
      .filter(\.isPredictable)
      .compactMap { cell in cell.ratio(of: LaboratoryCell.candidate).map { (cell.name, $0) } }
    judged = ratios.count
    mean = ratios.map(\.1).geometricMean
    furthest = ratios.sorted { $0.1 > $1.1 }.prefix(5)
      .map { "\($0.0): \($0.1.rounded(toPlaces: 2)) times the bound" }
  }

  package var bar: String {
    "Over the predictable traces the geometric mean of adaptive's blank time is at most 1.15 times the bound."
  }

  package var finding: String {
    guard let mean else { return "No cell has a bound above zero." }
    let cells = judged == 1 ? "one cell" : "\(judged) cells"
    return "It is \(mean.rounded(toPlaces: 3)) times the bound, over \(cells)."
  }

  package var holds: Bool? { mean.map { $0 <= Self.limit } }

  package var misses: [String] { holds == false ? furthest : [] }
}
