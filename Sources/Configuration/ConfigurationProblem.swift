/// A part of a configuration file that is skipped, and the cure.
package struct ConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; nil for the whole file.
  package let line: Int?
  package let sentence: String

  package init(line: Int?, sentence: String) {
    self.line = line
    self.sentence = sentence
  }

  package var description: String { (line.map { "line \($0): " } ?? "") + sentence }
}
