/// The names of keys without a function in the program, by the sequences of xterm, VT220 and the Linux console.
enum KeyTitle {
  private static let finals: [Unicode.Scalar: String] = [
    "A": "↑", "B": "↓", "C": "→", "D": "←", "H": "Home", "F": "End", "P": "F1", "Q": "F2",
    "R": "F3",
    "S": "F4", "Z": "Shift-Tab",
  ]
  private static let numbers = [
    1: "Home", 2: "Insert", 3: "Delete", 4: "End", 5: "PgUp", 6: "PgDn", 7: "Home", 8: "End",
    11: "F1", 12: "F2", 13: "F3", 14: "F4", 15: "F5", 17: "F6", 18: "F7", 19: "F8", 20: "F9",
    21: "F10", 23: "F11", 24: "F12",
  ]
  /// The names of a modifier's bits; the parameter is their sum plus one.
  private static let modifiers = ["Shift", "Alt", "Ctrl", "Meta"]

  /// The title of a key; nil for another sequence.
  static func title(of sequence: ArraySlice<UInt8>) -> String? {
    if sequence.starts(with: "\u{1B}O".utf8), sequence.count == 3 {
      return sequence.last.flatMap { finals[Unicode.Scalar($0)] }
    }
    if sequence.starts(with: "\u{1B}[[".utf8), let letter = sequence.last, sequence.count == 4 {
      return (65...69).contains(letter) ? "F\(letter - 64)" : nil
    }
    // A sequence that ends with R may be a late report of the cursor's position.
    guard let keys = ControlSequence(sequence), keys.marker == nil, keys.intermediates.isEmpty,
      keys.parameters.count <= 2, keys.final != "R"
    else { return nil }
    let number = keys.parameters.first ?? 1
    let name = keys.final == "~" ? numbers[number] : number == 1 ? finals[keys.final] : nil
    guard let name else { return nil }
    let bits = (keys.parameters.count == 2 ? keys.parameters[1] : 1) - 1
    guard (0..<16).contains(bits) else { return nil }
    let held = modifiers.indices.filter { bits >> $0 & 1 == 1 }.map { modifiers[$0] }
    return (held + [name]).joined(separator: "-")
  }
}
