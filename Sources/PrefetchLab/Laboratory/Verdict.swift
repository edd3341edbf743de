/// Whether a bar was reached, over all cells that it is about.
package protocol Verdict: Sendable {
  /// What is asked for, as a sentence.
  var bar: String { get }
  /// What was found, as a sentence.
  var finding: String { get }
  /// Whether the bar was reached; nil where no cell can tell.
  var holds: Bool? { get }
  /// The cells that miss it, and by how much.
  var misses: [String] { get }
}

extension Verdict {
  package var misses: [String] { [] }
}

extension [LaboratoryCell] {
  /// The bars of the laboratory, all of them.
  package var verdicts: [any Verdict] {
    [LeastBlank(self), LeastWaste(self), NearBound(self), NothingBlank(self)]
  }
}
