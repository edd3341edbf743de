/// Tells the keys in a terminal's input from its answers.
struct InputScanner {
  private var scanner = SequenceScanner()

  /// Whether bytes hold a key, a press of the mouse or pasted text.
  mutating func holdsKey(_ bytes: [UInt8]) -> Bool {
    // An Esc alone is a key, which no later byte continues.
    if bytes == [0x1B] {
      scanner = SequenceScanner()
      return true
    }
    let before = scanner
    let marks = scanner.scan(bytes[...])
    return marks.contains { Self.isKey($0.token) } || scanner.printed > before.printed
      || scanner.controls > before.controls
  }

  private static func isKey(_ token: SequenceScanner.Token) -> Bool {
    switch token {
    case .escape: return true
    case .string: return false
    case .sequence(let sequence):
      switch Character(Unicode.Scalar(sequence.final)) {
      // Status, position, attributes, mode and window reports; focus.
      case "n", "c", "y", "t": return false
      case "R": return sequence.numbers.count != 2
      case "I", "O": return !sequence.parameters.isEmpty
      // A mouse that moves has 32 in its button; a release ends with a small m.
      case "M" where sequence.marker == UInt8(ascii: "<"):
        return (sequence.numbers.first ?? 0) & 32 == 0
      default: return sequence.marker != UInt8(ascii: "?")
      }
    }
  }
}
