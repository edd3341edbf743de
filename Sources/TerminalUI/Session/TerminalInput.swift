import Keys

/// What came from a terminal since the last look; the order within each kind is that of arrival.
package struct TerminalInput: Hashable, Sendable {
  package var keys: [Key] = []
  /// What the terminal replied, without the answers that the session asked for to learn what it is.
  package var replies: [TerminalReply] = []
  /// So many more of the frames that `TerminalSession.expectAnswer` was told of are shown, whatever
  /// question each of them ended with.
  package var acknowledgements = 0
  /// `TerminalSession.features` are not what they were.
  package var featuresChanged = false
}
