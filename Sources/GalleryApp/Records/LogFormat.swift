import Raster

/// A way to write the events of a session.
protocol LogFormat: Sendable {
  /// Appends the start of the log.
  mutating func appendHeader(_ header: LogHeader, in text: inout JSONText)
  /// Appends an event, or nothing if the format does not have it.
  mutating func append(_ moment: SessionMoment, to text: inout JSONText)
  /// Appends the end of the log.
  mutating func end(in text: inout JSONText)
}

/// The facts about a session at the start of a log.
package struct LogHeader: Sendable {
  let budget: Duration
  let size: CellSize
  let presenter: String

  package init(budget: Duration, size: CellSize, presenter: String) {
    self.budget = budget
    self.size = size
    self.presenter = presenter
  }
}
