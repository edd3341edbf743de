/// The reason why a picture is missing.
package struct FailureReason: Hashable, Sendable {
  /// A few words, for a tile.
  package let summary: String
  /// The complete reason, for the detail view.
  package let sentence: String

  package init(summary: String, sentence: String) {
    self.summary = summary
    self.sentence = sentence
  }
}

extension FailureReason: ExpressibleByStringLiteral {
  /// A reason that needs no more than a few words.
  package init(stringLiteral words: String) {
    self.init(summary: words, sentence: words)
  }
}
