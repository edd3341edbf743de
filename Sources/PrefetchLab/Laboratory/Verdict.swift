import Prefetching

/// A judgment on a bar, over all cells that it concerns.
package protocol Verdict: Sendable {
  /// The bar as a sentence.
  var bar: String { get }
  /// The finding as a sentence.
  var finding: String { get }
  /// Whether the bar was reached; nil where no cell can tell.
  var holds: Bool? { get }
  /// The cells that miss the bar, and by how much.
  var misses: [String] { get }
}

extension Verdict {
  package var misses: [String] { [] }
}

extension [LaboratoryCell] {
  /// The verdicts on all bars of the laboratory.
  package var verdicts: [any Verdict] {
    [LeastBlank(self), LeastWaste(self), NearBound(self), NothingBlank(self)]
  }
}

/// Judges that the candidate leaves no more blank than any other policy where prefetching is of use.
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

/// Judges that the candidate wastes little more than policies with about its blank time.
package struct LeastWaste: Verdict {
  /// Rivals up to this many times the candidate's blank time count; the thriftiest of them is the measure.
  static let reach = 1.1
  /// The candidate may waste this many times as much as the measure.
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

/// Judges that the candidate comes close to a clairvoyant on predictable traces.
package struct NearBound: Verdict {
  static let limit = 1.15

  /// The geometric mean of blank time to bound; nil if every bound is zero or unknown.
  package let mean: Double?
  package let judged: Int
  /// The five cells farthest from the bound.
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

/// Judges that the candidate leaves nothing blank where the bound is zero.
package struct NothingBlank: Verdict {
  /// The number of cells of ten on which that is demanded.
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
