/// Finds the control sequences in bytes that come in pieces (ECMA-48, in UTF-8).
struct SequenceScanner {
  enum Token: Equatable {
    case sequence(ControlSequence)
    /// An escape sequence without parameters, by its final byte.
    case escape(UInt8)
    /// A string to the terminal or from it.
    case string(StringUse)
  }

  enum StringUse: Equatable {
    /// A picture by the protocol of kitty, sixel or iTerm2, or a part of it.
    case graphic
    /// The beginning of a hyperlink (OSC 8), or its end.
    case hyperlink(isOpen: Bool)
    case other
  }

  private enum State: Equatable {
    case ground
    case character(continuations: Int)
    case escape, escapeIntermediate
    case sequence
    case string(UInt8)
    case stringEscape(UInt8)
  }

  private static let escape: UInt8 = 0x1B
  /// The most bytes of parameters, or of a string's head, that are kept.
  private static let longestParameters = 64

  private var state = State.ground
  private var parameters: [UInt8] = []
  /// The number of characters outside of sequences, without control characters.
  private(set) var printed = 0
  /// The number of control characters outside of strings, without ESC.
  private(set) var controls = 0

  /// Whether no sequence and no character is incomplete, so that another sequence may follow.
  var isInGround: Bool { state == .ground }

  /// A token at its place.
  struct Mark: Equatable {
    let token: Token
    /// The index behind it.
    let end: Int
    /// The value of `printed` there.
    let printed: Int
  }

  /// The tokens that end in some bytes, without those that only set colors.
  mutating func scan(_ bytes: ArraySlice<UInt8>) -> [Mark] {
    var marks: [Mark] = []
    let start = bytes.startIndex
    bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        // Most bytes are text.
        if case .ground = state, byte >= 0x20, byte < 0x7F {
          printed += 1
        } else if let token = scan(byte) {
          marks.append(Mark(token: token, end: start + index + 1, printed: printed))
        }
      }
    }
    return marks
  }

  private mutating func scan(_ byte: UInt8) -> Token? {
    switch state {
    case .string(let kind): return takeString(byte, kind)
    case .stringEscape(let kind):
      if byte == UInt8(ascii: "\\") { return endString(kind) }
      if isForTmux(kind) {
        state = .string(kind)
        return nil
      }
      state = .escape
    default: break
    }
    switch byte {
    case Self.escape: state = .escape
    case 0x18, 0x1A:
      controls += 1
      state = .ground
    case 0..<0x20, 0x7F: controls += 1
    default: return takePrintable(byte)
    }
    return nil
  }

  private mutating func takePrintable(_ byte: UInt8) -> Token? {
    switch state {
    case .escape: return takeEscape(byte)
    case .escapeIntermediate where byte >= 0x30: return end(.escape(byte))
    case .sequence: return takeSequence(byte)
    case .character(let count) where byte & 0xC0 == 0x80:
      state = count > 1 ? .character(continuations: count - 1) : .ground
    case .ground, .character:
      printed += 1
      let continuations = byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
      state = continuations > 0 ? .character(continuations: continuations) : .ground
    default: break
    }
    return nil
  }

  private mutating func takeEscape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "["):
      parameters.removeAll(keepingCapacity: true)
      state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      parameters.removeAll(keepingCapacity: true)
      state = .string(byte)
    case 0x20..<0x30: state = .escapeIntermediate
    default: return end(.escape(byte))
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8) -> Token? {
    guard byte >= 0x40 else {
      if parameters.count < Self.longestParameters { parameters.append(byte) }
      return nil
    }
    if byte == UInt8(ascii: "m"), parameters.first != UInt8(ascii: ">") {
      state = .ground
      return nil
    }
    return end(.sequence(ControlSequence(parameters: parameters, final: byte)))
  }

  private mutating func takeString(_ byte: UInt8, _ kind: UInt8) -> Token? {
    switch byte {
    case Self.escape: state = .stringEscape(kind)
    case 0x07 where kind == UInt8(ascii: "]"): return endString(kind)
    case 0x18, 0x1A: state = .ground
    default: if parameters.count < Self.longestParameters { parameters.append(byte) }
    }
    return nil
  }

  /// Whether a string passes through tmux, which reads each ESC of its contents with the byte behind it.
  private func isForTmux(_ kind: UInt8) -> Bool {
    kind == UInt8(ascii: "P") && parameters.starts(with: "tmux;".utf8)
  }

  private mutating func endString(_ kind: UInt8) -> Token {
    let isGraphic =
      switch kind {
      case UInt8(ascii: "_"): isGraphicCommand(parameters[...])
      case UInt8(ascii: "P"):
        // Through tmux, kitty's commands pass; the ESC before each is left out here.
        isForTmux(kind)
          ? parameters.dropFirst(5).first == UInt8(ascii: "_")
            && isGraphicCommand(parameters.dropFirst(6))
          : parameters.first { !(0x30..<0x3C).contains($0) } == UInt8(ascii: "q")
      default: kind == UInt8(ascii: "]") && parameters.starts(with: "1337;File".utf8)
      }
    if isGraphic { return end(.string(.graphic)) }
    guard kind == UInt8(ascii: "]"), parameters.starts(with: "8;".utf8) else {
      return end(.string(.other))
    }
    // `8;parameters;address`, without an address at its end.
    return end(.string(.hyperlink(isOpen: parameters.last != UInt8(ascii: ";"))))
  }

  /// Whether a command shows a picture by kitty's protocol; a query (`a=q`) shows nothing.
  private func isGraphicCommand(_ command: ArraySlice<UInt8>) -> Bool {
    guard command.first == UInt8(ascii: "G") else { return false }
    let keys = command.dropFirst().prefix { $0 != UInt8(ascii: ";") }
    return !keys.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual("a=q".utf8) }
  }

  private mutating func end(_ token: Token) -> Token {
    state = .ground
    return token
  }
}

/// A control sequence: `ESC [`, parameter and intermediate bytes, and a final letter.
struct ControlSequence: Equatable {
  let parameters: [UInt8]
  let final: UInt8

  /// Whether it is this text after `ESC [`.
  func isText(_ text: StaticString) -> Bool {
    let body = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return body.last == final && body.dropLast().elementsEqual(parameters)
  }

  /// The private marker, such as `?`.
  var marker: UInt8? { parameters.first.flatMap { (0x3C..<0x40).contains($0) ? $0 : nil } }

  /// The parameters as numbers; a missing one is 0.
  var numbers: [Int] {
    let digits = parameters.dropFirst(marker == nil ? 0 : 1).prefix { (0x30..<0x3C).contains($0) }
    return digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
  }
}
