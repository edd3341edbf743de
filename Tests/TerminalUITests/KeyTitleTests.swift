import Testing

@testable import TerminalUI

@Suite struct KeyTitleTests {
  private func title(_ text: String) -> String? { KeyTitle.title(of: Array(text.utf8)[...]) }

  @Test(arguments: [
    ("\u{1B}OP", "F1"), ("\u{1B}OR", "F3"), ("\u{1B}[[A", "F1"), ("\u{1B}[11~", "F1"),
    ("\u{1B}[15~", "F5"),
    ("\u{1B}[24~", "F12"), ("\u{1B}[2~", "Insert"), ("\u{1B}[3~", "Delete"),
    ("\u{1B}[1;5C", "Ctrl-→"), ("\u{1B}[1;2A", "Shift-↑"), ("\u{1B}[3;6~", "Shift-Ctrl-Delete"),
    ("\u{1B}[1;3P", "Alt-F1"), ("\u{1B}[Z", "Shift-Tab"),
  ])
  func `a key is called as on a keyboard`(sequence: String, name: String) {
    #expect(title(sequence) == name)
  }

  @Test(arguments: [
    "\u{1B}[1;1R", "\u{1B}[1;99A", "\u{1B}[201~", "\u{1B}[?1;2c", "\u{1B}[I", "\u{1B}", "a",
    "\u{1B}[1;2;3A", "\u{1B}[0n", "\u{1B}[9~",
  ])
  func `another sequence is no key`(sequence: String) { #expect(title(sequence) == nil) }
}
