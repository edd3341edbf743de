/// Sequences that spare bytes, but that not every terminal has: to be set for those only that are
/// known to have them.
package struct Shortcuts: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// REP, `CSI n b`, repeats the last character.
  ///
  /// xterm, VTE, kitty, alacritty and tmux have it (terminfo `rep`, but many terminals that go by
  /// xterm's entry lack it). Used for ASCII only: tmux before 3.5 repeats nothing else.
  package static let repeats = Shortcuts(rawValue: 1)
  /// Erased cells take the present background (terminfo `bce`), not the terminal's own.
  ///
  /// By their own terminfo entries, tmux and screen do not.
  package static let erasesWithBackground = Shortcuts(rawValue: 2)
}
