/// The verdict that the candidate is close to the bound without foresight of jumps.
package struct NearBound: Verdict {
  /// The geometric mean of the ratios; nil if every bound is zero or unknown.
  package let mean: Double?
  /// The mean with the first screen, which no policy can have ready, counted on both sides.
  package let meanWithFirstScreen: Double?
  package let judged: Int
  /// The cells farthest from the bound.
  private let furthest: [String]
  private let limit: Double
  private let isOverQuickLinks: Bool

  /// - Parameters:
  ///   - limit: the greatest mean that reaches the bar.
  ///   - isOverQuickLinks: whether only links count that keep up with scrolling.
  package init(
    _ cells: [LaboratoryCell], limit: Double, overQuickLinks isOverQuickLinks: Bool = false
  ) {
    self.limit = limit
    self.isOverQuickLinks = isOverQuickLinks
    let cells = cells.filter { $0.isQuick || !isOverQuickLinks }
    let ratios = cells.compactMap { cell in
      cell.ratioWithoutForesight(of: LaboratoryCell.candidate).map { (cell: cell, ratio: $0) }
    }
    judged = ratios.count
    mean = ratios.map(\.ratio).geometricMean
    meanWithFirstScreen =
      cells.compactMap { $0.wholeRatioWithoutForesight(of: LaboratoryCell.candidate) }
      .geometricMean
    furthest =
      MissList(
        ratios.filter { $0.ratio > limit }.map {
          ($0.cell, $0.ratio, "\($0.ratio.rounded(toPlaces: 2)) times")
        }
      ).sentences
  }

  package var bar: String {
    "From the first key on, adaptive leaves at most \(limit) times what one without foresight of "
      + "jumps must, in the geometric mean over \(isOverQuickLinks ? "quick links" : "all cells")."
  }

  package var finding: String {
    guard let mean else { return "No cell has a bound above zero." }
    let cells = judged == 1 ? "one cell" : "\(judged) cells"
    let whole = meanWithFirstScreen.map { "; with the first screen, \($0.rounded(toPlaces: 3))" }
    return "It is \(mean.rounded(toPlaces: 3)) times that, over \(cells)\(whole ?? "")."
  }

  package var holds: Bool? { mean.map { $0 <= limit } }

  package var misses: [String] { holds == false ? furthest : [] }
}
