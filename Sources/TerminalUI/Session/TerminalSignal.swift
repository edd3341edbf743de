/// What a signal asks of the program.
package enum TerminalSignal: Hashable, Sendable {
  /// The terminal has another size.
  case resize
  /// Restore the terminal and end by this signal.
  case terminate(Int32)
  /// Restore the terminal and stop.
  case stop
  /// Running again: everything on the screen is to be drawn anew.
  case `continue`
}
