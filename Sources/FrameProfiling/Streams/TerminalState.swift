/// The state in which a program's output leaves a terminal, by the bytes that the terminal has taken.
package struct TerminalState: Sendable {
  private var scanner = SequenceScanner()
  private var modes = TerminalModes()

  package init() {}

  /// Follows the next bytes that the terminal has taken.
  package mutating func follow(_ bytes: ArraySlice<UInt8>) {
    for mark in scanner.scan(bytes) { modes.apply(mark.token) }
  }

  /// The bytes that restore the terminal: the end of a sequence that was cut, and the modes that were changed.
  package var restoring: [UInt8] {
    (scanner.isInGround ? [] : [0x18, 0x1B, 0x5C]) + modes.restoring
  }
}
