/// Cells as a text table of at most 120 columns: link by link, a line for every policy.
package struct LaboratoryTable: CustomStringConvertible, Sendable {
  package let description: String

  package init(_ cells: [LaboratoryCell]) {
    var text = ""
    var link: String?
    for cell in cells {
      if cell.link != link {
        text += (link == nil ? "" : "\n") + Self.heading(of: cell)
        link = cell.link
      }
      text += Self.lines(of: cell)
    }
    description = text
  }

  private static let columns = [
    "blank tile-ms", "x bound", "p50 ms", "p95 ms", "received KB", "wasted KB", "peak KB",
  ]

  private static func heading(of cell: LaboratoryCell) -> String {
    line(["\(cell.link), seed \(cell.seed)", "policy"] + columns)
  }

  private static func lines(of cell: LaboratoryCell) -> String {
    var text = ""
    for policy in cell.policies {
      guard let outcome = cell.outcomes[policy] else { continue }
      let figures = [
        outcome.blankTileMs.rounded(toPlaces: 0),
        cell.ratio(of: policy)?.rounded(toPlaces: 2) ?? "",
        outcome.waitP50Ms.rounded(toPlaces: 0), outcome.waitP95Ms.rounded(toPlaces: 0),
        "\(outcome.receivedBytes.kilobytes)", "\(outcome.wastedBytes.kilobytes)",
        "\(outcome.peakResidentBytes.kilobytes)",
      ]
      text += line([text.isEmpty ? cell.trace : "", policy.rawValue] + figures)
    }
    guard let bounds = cell.bounds else { return text }
    text += line("(bound)", of: bounds.clairvoyant, to: bounds.clairvoyant)
    if bounds.withoutForesight != bounds.clairvoyant {
      text += line("(no jumps)", of: bounds.withoutForesight, to: bounds.clairvoyant)
    }
    return text
  }

  private static func line(
    _ name: String, of bound: LaboratoryCell.Bound, to least: LaboratoryCell.Bound
  ) -> String {
    let schedule = bound.isZero ? 1 : bound.scheduleTileMs / bound.tileMs
    return line([
      "", name, bound.tileMs.rounded(toPlaces: 0),
      least.isZero ? "" : (bound.tileMs / least.tileMs).rounded(toPlaces: 2),
      "a schedule that is known: \(schedule.rounded(toPlaces: 2))",
    ])
  }

  /// A line of two columns of words, then right-aligned figures; a long last text continues.
  private static func line(_ words: [String]) -> String {
    var line = ""
    for (place, word) in words.enumerated() {
      switch place {
      case 0: line += word.padded(to: 22)
      case 1: line += word.padded(to: 10)
      default:
        let width = max(8, columns[place - 2].count) + 2
        line += String(repeating: " ", count: max(2, width - word.count)) + word
      }
    }
    return line + "\n"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

extension LaboratoryTable {
  /// The verdicts as sentences, each followed by the cells that miss it.
  package static func sentences(of verdicts: [any Verdict]) -> String {
    verdicts.map { verdict in
      "\(verdict.mark): \(verdict.bar)\n  \(verdict.finding)\n"
        + verdict.misses.map { "    \($0)\n" }.joined()
    }.joined()
  }
}

extension Verdict {
  /// The verdict in words.
  package var mark: String {
    switch holds {
    case true?: "reached"
    case false?: "missed"
    case nil: "not judged"
    }
  }
}
