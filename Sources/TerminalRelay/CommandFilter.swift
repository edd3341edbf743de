/// Removes application program commands, such as kitty's graphics, from bytes that come in pieces: libvterm prints them.
package struct CommandFilter {
  private enum Place {
    case text, escape, command, commandEscape
  }

  private var place = Place.text

  package init() {}

  /// The bytes outside of commands (ECMA-48, 8.3.2).
  ///
  /// As in a terminal, another sequence, CAN and SUB also end a command.
  package mutating func removing(from bytes: [UInt8]) -> [UInt8] {
    if place == .text, !Self.mayHoldCommand(bytes) { return bytes }
    var text: [UInt8] = []
    for byte in bytes {
      switch (place, byte) {
      case (.text, 0x1B): place = .escape
      case (.text, _): text.append(byte)
      case (.escape, 0x1B): text.append(byte)
      case (.command, 0x1B), (.commandEscape, 0x1B): place = .commandEscape
      case (.command, 0x18), (.command, 0x1A): place = .text
      case (.command, _): break
      case (.commandEscape, UInt8(ascii: "\\")): place = .text
      case (.escape, UInt8(ascii: "_")), (.commandEscape, UInt8(ascii: "_")): place = .command
      case (.escape, _), (.commandEscape, _):
        place = .text
        text += [0x1B, byte]
      }
    }
    return text
  }

  /// Whether a command begins in some text, or may begin at its end.
  private static func mayHoldCommand(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { index in
        guard bytes[index] == 0x1B else { return false }
        return index + 1 == bytes.count || bytes[index + 1] == 0x1B
          || bytes[index + 1] == UInt8(ascii: "_")
      }
    }
  }
}
