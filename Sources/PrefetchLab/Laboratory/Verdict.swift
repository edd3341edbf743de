/// A judgment about a bar, over all cells that it concerns.
package protocol Verdict: Sendable {
  /// The bar as a sentence.
  var bar: String { get }
  /// The finding as a sentence.
  var finding: String { get }
  /// Whether the bar was reached; nil if no cell decides it.
  var holds: Bool? { get }
  /// The cells that miss the bar most often or by most, and by how much.
  var misses: [String] { get }
}

extension [LaboratoryCell] {
  /// The verdicts on all bars of the laboratory.
  package var verdicts: [any Verdict] {
    [
      LeastBlank(self), LeastWaste(self), NearBound(self, limit: 1.6),
      NearBound(self, limit: 1.1, overQuickLinks: true),
    ]
  }
}

/// The misses by trace and link, each over several seeds.
struct MissList {
  private struct Miss {
    let cell: String
    let seeds: Int
    let ratio: Double
    let example: String
  }

  /// The most traces and links that are listed.
  private static let longest = 12

  private let misses: [Miss]

  /// - Parameter cells: the cells that miss the bar, each with its ratio and its figures in words.
  init(_ cells: [(cell: LaboratoryCell, ratio: Double, example: String)]) {
    misses = Dictionary(grouping: cells, by: \.cell.name).compactMap { name, cells in
      guard let worst = cells.max(by: { $0.ratio < $1.ratio }) else { return nil }
      return Miss(cell: name, seeds: cells.count, ratio: worst.ratio, example: worst.example)
    }
    .sorted { (-$0.ratio, $0.cell) < (-$1.ratio, $1.cell) }
  }

  /// A sentence for each, the worst first, and the number of those not listed.
  var sentences: [String] {
    let listed = misses.prefix(Self.longest).map { miss in
      "\(miss.cell): \(miss.example)" + (miss.seeds > 1 ? "; \(miss.seeds) seeds" : "")
    }
    let rest = misses.count - listed.count
    return rest > 0 ? listed + ["and \(rest) more"] : listed
  }
}
