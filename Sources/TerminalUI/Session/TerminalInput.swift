import Raster

/// What came from a terminal since the last look; the order within each kind is that of arrival.
package struct TerminalInput: Hashable, Sendable {
  package var keys: [Key] = []
  /// What the terminal replied, without the answers that the session asked for to learn what it is:
  /// an answer to `StatusQuery` among these acknowledges a frame.
  package var replies: [TerminalReply] = []
  /// `TerminalSession.features` are not what they were.
  package var featuresChanged = false
}
