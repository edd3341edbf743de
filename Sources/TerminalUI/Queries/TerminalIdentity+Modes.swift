extension TerminalIdentity {
  /// The sequences that switch the program's modes on or off, in addition to those of ncurses.
  ///
  /// Text that reads from right to left is reordered before it is drawn. A terminal must not reorder it again, so the
  /// bidirectional support mode (ECMA-48, mode 8) is reset to explicit. Pasted text comes in brackets (mode 2004),
  /// because its letters are not keys.
  func modes(areOn: Bool) -> [UInt8] {
    let order = complains ? "" : areOn ? "\u{1B}[8l" : "\u{1B}[8h"
    return Array((order + (areOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")).utf8)
  }
}
