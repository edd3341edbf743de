/// The first token in bytes from a terminal (ECMA-48, and xterm's older mouse reports).
struct InputToken: Equatable {
  enum Kind {
    /// A character, or a sequence that only a key or the mouse sends.
    case key
    /// A sequence from `ESC [` to its final letter: a key or a reply.
    case controlSequence
    /// A sequence from `ESC` and `]`, `P`, `_`, `^` or `X` to its end, which only a terminal sends.
    case string
    /// Meaningless bytes.
    case noise
    /// The beginning of a token.
    case incomplete
  }

  let kind: Kind
  let length: Int

  static let escape: UInt8 = 0x1B
  private static let incomplete = InputToken(.incomplete, 0)

  private init(_ kind: Kind, _ length: Int) {
    self.kind = kind
    self.length = length
  }

  /// Finds the first token.
  ///
  /// - Precondition: `bytes` is not empty.
  init(startOf bytes: ArraySlice<UInt8>) {
    let first = bytes[bytes.startIndex]
    if first == Self.escape {
      self = Self.sequence(bytes)
    } else if first < 0x80 {
      self = InputToken(.key, 1)
    } else {
      self = Self.character(bytes)
    }
  }

  /// Whether a byte continues a sequence after an Esc.
  static func canFollowEscape(_ byte: UInt8) -> Bool {
    "[OP]_^X".utf8.contains(byte)
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> InputToken {
    guard let second = bytes.dropFirst().first, canFollowEscape(second) else {
      return InputToken(.key, 1)
    }
    switch second {
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return bytes.count < 3 ? incomplete : InputToken(.key, 3)
    default: return string(bytes)
    }
  }

  /// Reads `ESC [`, parameters, and a final letter.
  ///
  /// Three bytes of a mouse report follow `M`, and the letter of a Linux console's function key
  /// follows `[`.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> InputToken {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return incomplete
    }
    let length = end - bytes.startIndex + 1
    guard (0x40..<0x7F).contains(bytes[end]) else { return InputToken(.noise, length - 1) }
    var more = 0
    if end == body.startIndex, bytes[end] == UInt8(ascii: "M") { more = 3 }
    if end == body.startIndex, bytes[end] == UInt8(ascii: "[") { more = 1 }
    if bytes.count < length + more { return incomplete }
    return InputToken(more > 0 ? .key : .controlSequence, length + more)
  }

  /// A string ends with BEL or `ESC \`; another sequence cuts it short.
  private static func string(_ bytes: ArraySlice<UInt8>) -> InputToken {
    guard let end = bytes.dropFirst(2).firstIndex(where: { $0 == 0x07 || $0 == escape }) else {
      return incomplete
    }
    let length = end - bytes.startIndex + 1
    if bytes[end] == 0x07 { return InputToken(.string, length) }
    guard length < bytes.count else { return incomplete }
    let isEnded = bytes[end + 1] == UInt8(ascii: "\\")
    return isEnded ? InputToken(.string, length + 1) : InputToken(.noise, length - 1)
  }

  private static func character(_ bytes: ArraySlice<UInt8>) -> InputToken {
    let first = bytes[bytes.startIndex]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let candidate = bytes.prefix(length)
    let continues = candidate.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    guard (0xC2..<0xF5).contains(first), continues else { return InputToken(.noise, 1) }
    if candidate.count < length { return incomplete }
    let isValid = String(validating: candidate, as: UTF8.self) != nil
    return InputToken(isValid ? .key : .noise, length)
  }
}
