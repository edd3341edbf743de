/// The laboratory's part of a Markdown page: a plot and a table for every link with the first seed, then the verdicts
/// over all seeds.
package struct LaboratoryPage: CustomStringConvertible, Sendable {
  package static let begin = "<!-- From here on written by the laboratory -->"
  package static let end = "<!-- Up to here written by the laboratory -->"

  package let description: String

  package init(_ cells: [LaboratoryCell]) {
    let shown = cells.ofFirstSeed
    var links: [String] = []
    for cell in shown where !links.contains(cell.link) { links.append(cell.link) }
    let sections = links.map { link in
      Self.section(on: link, shown.filter { $0.link == link })
    }
    description =
      sections.joined() + "## Verdicts\n\n\(Self.seeds(of: cells))\n\n" + Self.list(cells.verdicts)
  }

  private static func seeds(of cells: [LaboratoryCell]) -> String {
    let seeds = Set(cells.map(\.seed)).sorted()
    guard let first = seeds.first, seeds.count > 1 else { return "They are those of one seed." }
    return
      "They are those of \(seeds.count) seeds. The plots and tables are those of seed \(first)."
  }

  /// The file name of a link's plot among the page's resources.
  package static func plotName(ofLink link: String) -> String { "prefetch-\(link).svg" }

  /// A page with this part between its marks; nil if it has no marks.
  package func written(into page: String) -> String? {
    guard let begin = page.firstRange(of: Self.begin),
      let end = page[begin.upperBound...].firstRange(of: Self.end)
    else { return nil }
    return page[..<begin.upperBound] + "\n\n\(description)\n" + page[end.lowerBound...]
  }

  private static func section(on link: String, _ cells: [LaboratoryCell]) -> String {
    let policies = cells.first?.policies ?? []
    let names = ["trace", "bound", "no jumps"] + policies.map(\.rawValue)
    let rows = cells.map { cell in
      let figures = policies.map { policy in
        cell.outcomes[policy].map {
          "\($0.blankTileMs.rounded(toPlaces: 0)) · \($0.wastedBytes.kilobytes)"
        } ?? ""
      }
      let bound = cell.bound?.tileMs.rounded(toPlaces: 0) ?? ""
      let known = cell.bounds?.withoutForesight.tileMs.rounded(toPlaces: 0) ?? ""
      return Self.row([cell.trace, bound, known == bound ? "" : known] + figures)
    }
    let rule = "|---|" + String(repeating: "--:|", count: names.count - 1) + "\n"
    return """
      ## \(link)

      ![Blank time and wasted bytes of every policy over the link \(link)](\(plotName(ofLink: link)))

      \(row(names))\(rule)\(rows.joined())

      """
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |\n"
  }

  private static func list(_ verdicts: [any Verdict]) -> String {
    verdicts.map { verdict in
      "- **\(verdict.mark.capitalizedFirst).** \(verdict.bar) \(verdict.finding)\n"
        + verdict.misses.map { "  - \($0)\n" }.joined()
    }.joined()
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
