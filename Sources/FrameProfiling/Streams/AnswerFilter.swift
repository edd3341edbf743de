/// Takes the answers to the profiler's queries out of a terminal's input.
///
/// The beginning of an answer is held back only while one is likely, and a lone Esc only shortly.
struct AnswerFilter {
  /// The time in which an answer continues after its `ESC`, which may be a key.
  static let escapeWindow = Duration.milliseconds(30)
  /// The time in which it continues after more of it.
  static let patience = Duration.milliseconds(500)

  private var held: [UInt8] = []
  private var heldSince = Duration.zero

  /// The time to call `pass` again without input; nil if nothing is held.
  var deadline: Duration? {
    held.isEmpty ? nil : heldSince + (held.count == 1 ? Self.escapeWindow : Self.patience)
  }

  /// - Parameters:
  ///   - bytes: what the terminal has sent; empty when `deadline` has passed.
  ///   - ledger: the open queries; those that are answered are removed.
  /// - Returns: what is for the command, and the queries that were answered.
  mutating func pass(
    _ bytes: ArraySlice<UInt8>, at now: Duration, ledger: inout StatusLedger
  ) -> (input: [UInt8], answered: [StatusLedger.FrameQuery]) {
    var input: [UInt8] = []
    var answered: [StatusLedger.FrameQuery] = []
    if let deadline, now >= deadline { release(to: &input) }
    for byte in bytes {
      if !continues(with: byte) { release(to: &input) }
      guard continues(with: byte) else {
        input.append(byte)
        continue
      }
      if held.isEmpty { heldSince = now }
      held.append(byte)
      guard held.count == 4 else { continue }
      if case .frame(let query) = ledger.answered() {
        answered.append(query)
        held = []
      } else {
        release(to: &input)
      }
    }
    if !ledger.isAnswerLikely { release(to: &input) }
    return (input, answered)
  }

  /// Whether a byte continues `ESC [ 0 n`, or `ESC [ 3 n`, which reports a fault.
  private func continues(with byte: UInt8) -> Bool {
    switch held.count {
    case 0: byte == 0x1B
    case 1: byte == UInt8(ascii: "[")
    case 2: byte == UInt8(ascii: "0") || byte == UInt8(ascii: "3")
    default: byte == UInt8(ascii: "n")
    }
  }

  private mutating func release(to input: inout [UInt8]) {
    input += held
    held = []
  }
}
