/// What is wrong with a recording; its description names the line and what belongs there.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}
