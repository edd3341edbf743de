import Testing

@testable import TerminalUI

@Suite struct ClipboardTextTests {
  @Test func `a text is encoded, behind a sequence that empties the clipboard`() {
    let plain = "\u{1B}]52;c;!\u{7}\u{1B}]52;c;YSBi\u{7}"
    #expect(ClipboardText(Array("a b".utf8), isInTmux: false).sequence == Array(plain.utf8))
    let wrapped = "\u{1B}Ptmux;\(plain.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    #expect(
      ClipboardText(Array("a b".utf8), isInTmux: true).sequence == Array((plain + wrapped).utf8))
    #expect(
      ClipboardText([0x1B, 0x07, 0xFF], isInTmux: false).sequence.suffix(5)
        == Array("Gwf/\u{7}".utf8))
  }
}
