/// The modes that a program has changed on its terminal.
package struct TerminalModes: Sendable {
  /// The modes that are restored, those of the screen last; other modes are matters of taste.
  private static let restored = [
    2026, 1, 5, 6, 7, 9, 66, 69, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031,
    2048,
    25, 47, 1047, 1049,
  ]
  private static let onAtStart: Set<Int> = [7, 25]

  private var modes: [Int: Bool] = [:]
  /// How often the program has pushed flags of kitty's keyboard protocol.
  private var keyboardFlags = 0
  private var modifiesOtherKeys = false
  private var hasKeypad = false
  private var hasRegion = false
  private var hasCursorStyle = false
  private var isInHyperlink = false

  package init() {}

  /// Whether a private mode of DEC is on.
  package func isOn(_ mode: Int) -> Bool { modes[mode] ?? Self.onAtStart.contains(mode) }

  mutating func apply(_ token: SequenceScanner.Token) {
    switch token {
    case .escape(UInt8(ascii: "c")): self = TerminalModes()
    case .escape(UInt8(ascii: "=")): hasKeypad = true
    case .escape(UInt8(ascii: ">")): hasKeypad = false
    case .sequence(let sequence): apply(sequence)
    case .string(.hyperlink(let isOpen)): isInHyperlink = isOpen
    default: break
    }
  }

  private mutating func apply(_ sequence: ControlSequence) {
    switch (sequence.marker, sequence.final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "h")): set(sequence.numbers, to: true)
    case (UInt8(ascii: "?"), UInt8(ascii: "l")): set(sequence.numbers, to: false)
    case (UInt8(ascii: ">"), UInt8(ascii: "u")): keyboardFlags += 1
    case (UInt8(ascii: "<"), UInt8(ascii: "u")):
      keyboardFlags = max(0, keyboardFlags - max(1, sequence.numbers.first ?? 1))
    case (UInt8(ascii: ">"), UInt8(ascii: "m")) where sequence.numbers.first == 4:
      modifiesOtherKeys = sequence.numbers.count > 1 && sequence.numbers[1] > 0
    case (nil, UInt8(ascii: "r")): hasRegion = !sequence.parameters.isEmpty
    case (nil, UInt8(ascii: "q")) where sequence.parameters.last == 0x20:
      hasCursorStyle = (sequence.numbers.first ?? 0) > 0
    default: break
    }
  }

  private mutating func set(_ numbers: [Int], to isOn: Bool) {
    for mode in numbers where Self.restored.contains(mode) { modes[mode] = isOn }
  }

  /// The sequences that restore what the program has left changed, and plain text that does not insert: its colors and
  /// character sets are not followed.
  var restoring: [UInt8] {
    var text = ""
    if keyboardFlags > 0 { text += "\u{1B}[<\(min(keyboardFlags, 99))u" }
    if modifiesOtherKeys { text += "\u{1B}[>4m" }
    if hasKeypad { text += "\u{1B}>" }
    if hasRegion { text += "\u{1B}7\u{1B}[r\u{1B}8" }
    if hasCursorStyle { text += "\u{1B}[0 q" }
    if isInHyperlink { text += "\u{1B}]8;;\u{1B}\\" }
    text += "\u{1B}[m\u{1B}(B\u{F}\u{1B}[4l"
    for mode in Self.restored where isOn(mode) != Self.onAtStart.contains(mode) {
      text += "\u{1B}[?\(mode)\(isOn(mode) ? "l" : "h")"
    }
    return Array(text.utf8)
  }
}

/// The state in which a program's output leaves a terminal, by the bytes that the terminal has taken.
package struct TerminalState: Sendable {
  private var scanner = SequenceScanner()
  private var modes = TerminalModes()

  package init() {}

  /// Applies the next bytes that the terminal has taken.
  package mutating func apply(_ bytes: ArraySlice<UInt8>) {
    for mark in scanner.scan(bytes) { modes.apply(mark.token) }
  }

  /// The bytes that restore the terminal: the end of a sequence that was cut, and the modes that were changed.
  package var restoring: [UInt8] {
    (scanner.isInGround ? [] : [0x18, 0x1B, 0x5C]) + modes.restoring
  }
}
