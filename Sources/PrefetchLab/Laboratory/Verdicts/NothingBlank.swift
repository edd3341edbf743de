/// Where nothing has to be blank, nothing is.
package struct NothingBlank: Verdict {
  /// On how many of ten cells that is asked for.
  static let ofTen = 9

  package let judged: Int
  package let misses: [String]

  package init(_ cells: [LaboratoryCell]) {
    let cells = cells.filter { $0.isPredictable && $0.bound?.isZero == true && $0.candidate != nil }
    judged = cells.count
    misses = cells.compactMap { cell in
      guard let blank = cell.candidate?.blankTileMs, blank >= LaboratoryCell.resolution else {
        return nil
      }
      return "\(cell.name): \(blank.rounded(toPlaces: 1)) tile-ms"
    }
  }

  package var bar: String {
    "Where the bound is zero, adaptive's blank time is zero on at least 9 of 10 cells."
  }

  package var finding: String {
    judged == 0
      ? "The bound is zero on no cell: the first screen always costs something."
      : "It is zero on \(judged - misses.count) of \(judged) cells."
  }

  package var holds: Bool? {
    judged > 0 ? (judged - misses.count) * 10 >= judged * Self.ofTen : nil
  }
}
