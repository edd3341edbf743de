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
  /// A word on whether the bar was reached.
  package var mark: String {
    switch holds {
    case true?: "reached"
    case false?: "missed"
    case nil: "not judged"
    }
  }
}
