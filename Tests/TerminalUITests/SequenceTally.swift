import TerminalGraphics
import TerminalUI

/// Counts the sequences that go to a terminal, by their last letter.
final class SequenceTally: TerminalOutput {
  private let terminal: any TerminalOutput
  private(set) var counts: [Character: Int] = [:]

  init(before terminal: any TerminalOutput) {
    self.terminal = terminal
  }

  var descriptor: Int32? { terminal.descriptor }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var reader = EscapeReader(bytes: Array(bytes))
    while let token = reader.next() {
      switch token {
      case .sequence(_, _, let letter), .escape(let letter): counts[letter, default: 0] += 1
      case .control(0x0A): counts["\n", default: 0] += 1
      default: break
      }
    }
    return terminal.write(bytes)
  }
}
