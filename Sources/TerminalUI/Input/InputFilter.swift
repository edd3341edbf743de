/// Splits a terminal's bytes into keys (single characters or whole sequences) and replies.
///
/// ncurses decodes every byte after this filter. An incomplete sequence waits for its rest, so
/// reads may split it anywhere. Invalid UTF-8, unknown replies, and remainders of interrupted
/// sequences are dropped. Memory is bounded for any input.
struct InputFilter {
  /// The time in which a sequence may continue after a lone Esc at the end of a read.
  static let escapeWindow = Duration.milliseconds(30)
  /// The time after which an incomplete sequence is dropped if a key may begin it.
  static let keyPatience = Duration.milliseconds(500)
  /// The same for a sequence that only a terminal sends: on a slow link, its rest must not become
  /// keys.
  static let replyPatience = Duration.seconds(2)
  /// The silence after which a pasted text without an end is complete; a slow link may stall for seconds.
  static let pastePatience = Duration.seconds(10)
  /// The longest sequence that is kept; longer ones lose their middle.
  static let longestSequence = 4096

  /// Whether the terminal owes a reply, so even an Esc that was read alone is held back.
  ///
  /// It may begin a reply. An Esc at the end of more bytes is always held back, because a key press
  /// comes alone.
  var isAwaitingReply = false
  /// Whether a cursor position was requested; otherwise its report may be F3 with a modifier.
  var isAwaitingCursor = false
  /// Whether terminfo has keys that send the focus reports of other terminals (`cons25`).
  var hasKeysForFocus = false

  /// The beginning of an incomplete sequence, at most `longestSequence` bytes.
  private(set) var held: [UInt8] = []
  private var heldSince: Duration?
  /// Whether the held bytes lack their middle because they exceeded the limit.
  private var isCut = false
  /// Whether the held bytes follow an Esc already returned as a key, so they are not a key too.
  private var isRest = false
  /// The time at which a lone Esc was returned as a key.
  private var escapeGiven: Duration?
  /// The pasted text in progress, and the time of its latest part.
  private var paste: (text: BracketedPaste, latest: Duration)?
  /// Whether a pasted text had no end, so that its rest may still arrive as keys.
  private(set) var hasLostPaste = false

  /// Splits the bytes of a read.
  ///
  /// - Parameters:
  ///   - bytes: the bytes; may be empty, when `deadline` has passed.
  ///   - instant: the time of the read.
  /// - Returns: the complete pieces in order, including a lone Esc.
  /// - Complexity: O(bytes), plus at most `longestSequence` bytes again.
  mutating func pieces(in bytes: [UInt8], at instant: Duration) -> [InputPiece] {
    let overdue = expire(at: instant)
    if bytes.isEmpty { return overdue + endSilentPaste(at: instant) }
    if held.isEmpty, let escapeGiven, Self.continues(bytes, after: instant - escapeGiven) {
      held = [InputToken.escape]
      heldSince = instant
      isRest = true
    }
    escapeGiven = nil
    return overdue + cut(held + bytes, at: instant)
  }

  /// The time to call `pieces` again without a read, because of a lone Esc or of a pasted text without an end.
  var deadline: Duration? {
    if let latest = paste?.latest { return latest + Self.pastePatience }
    return held == [InputToken.escape] ? heldSince.map { $0 + Self.escapeWindow } : nil
  }

  /// Drops the held bytes, because another program gets the terminal.
  mutating func forget() {
    forgetHeld()
    escapeGiven = nil
    paste = nil
  }

  private mutating func cut(_ input: [UInt8], at instant: Duration) -> [InputPiece] {
    var pieces: [InputPiece] = []
    var rest = input[...]
    while !rest.isEmpty {
      if paste != nil {
        rest = takePaste(from: rest, at: instant, into: &pieces)
        continue
      }
      let token = InputToken(startOf: rest)
      let isLast = rest.elementsEqual([InputToken.escape])
      let mayGoOn = isLast && (isAwaitingReply || input.count > 1)
      if token.kind == .incomplete || mayGoOn {
        hold(rest, isNew: rest.startIndex > 0 || heldSince == nil, at: instant)
        return pieces
      }
      let bytes = rest.prefix(token.length)
      if bytes.elementsEqual(BracketedPaste.start) {
        paste = (BracketedPaste(), instant)
      } else if let piece = piece(token.kind, bytes) {
        pieces.append(piece)
      }
      forgetHeld()
      rest = rest.dropFirst(token.length)
    }
    if pieces.last == .key([InputToken.escape]) { escapeGiven = instant }
    return pieces
  }

  /// Reads the next part of a pasted text.
  ///
  /// - Returns: the bytes after the text.
  private mutating func takePaste(
    from bytes: ArraySlice<UInt8>, at instant: Duration, into pieces: inout [InputPiece]
  ) -> ArraySlice<UInt8> {
    paste?.latest = instant
    guard let rest = paste?.text.read(bytes) else { return [] }
    endPaste(into: &pieces)
    return rest
  }

  /// Ends a pasted text after a long silence: its end was lost, and keys must work again.
  private mutating func endSilentPaste(at instant: Duration) -> [InputPiece] {
    guard let latest = paste?.latest, instant - latest >= Self.pastePatience else { return [] }
    var pieces: [InputPiece] = []
    endPaste(into: &pieces)
    hasLostPaste = true
    return pieces
  }

  private mutating func endPaste(into pieces: inout [InputPiece]) {
    if let text = paste?.text.text { pieces.append(.paste(text)) }
    paste = nil
  }

  private func piece(_ kind: InputToken.Kind, _ bytes: ArraySlice<UInt8>) -> InputPiece? {
    switch kind {
    case .key: return isRest || isCut ? nil : .key(bytes)
    case .controlSequence: return isCut ? nil : sequencePiece(bytes)
    case .string: return isCut ? nil : TerminalReply(string: bytes).map(InputPiece.reply)
    case .noise, .incomplete: return nil
    }
  }

  private func sequencePiece(_ bytes: ArraySlice<UInt8>) -> InputPiece? {
    guard let sequence = ControlSequence(bytes) else { return nil }
    let key = isRest ? nil : InputPiece.key(bytes)
    switch TerminalReply(sequence) {
    case .cursor where !isAwaitingCursor: return key
    case .focus where hasKeysForFocus: return key
    case .some(let reply): return .reply(reply)
    case nil: return sequence.isFromTerminal ? nil : key
    }
  }

  private mutating func hold(_ bytes: ArraySlice<UInt8>, isNew: Bool, at instant: Duration) {
    if isNew {
      forgetHeld()
      heldSince = instant
    }
    let isTooLong = bytes.count > Self.longestSequence
    if isTooLong { isCut = true }
    held = isTooLong ? Array(bytes.prefix(3) + bytes.suffix(1)) : Array(bytes)
  }

  private mutating func forgetHeld() {
    held = []
    heldSince = nil
    isCut = false
    isRest = false
  }

  /// Drops bytes that waited too long for their rest; a lone Esc becomes a key.
  private mutating func expire(at instant: Duration) -> [InputPiece] {
    guard let heldSince else { return [] }
    let isEscape = held == [InputToken.escape]
    let patience =
      isEscape
      ? Self.escapeWindow
      : Self.isFromTerminal(held.dropFirst()) ? Self.replyPatience : Self.keyPatience
    guard instant - heldSince >= patience else { return [] }
    let pieces: [InputPiece] = isEscape && !isRest ? [.key([InputToken.escape])] : []
    forgetHeld()
    if isEscape { escapeGiven = heldSince }
    return pieces
  }

  /// Whether bytes continue a sequence whose Esc was returned as a key before.
  private static func continues(_ bytes: [UInt8], after age: Duration) -> Bool {
    guard let first = bytes.first, InputToken.canFollowEscape(first) else { return false }
    return age <= escapeWindow || (age <= replyPatience && isFromTerminal(bytes[...]))
  }

  /// Whether the bytes after an Esc begin a sequence that only a terminal sends.
  private static func isFromTerminal(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
    switch first {
    case UInt8(ascii: "["): return "?>=".utf8.contains(second)
    case UInt8(ascii: "]"): return (0x30..<0x3A).contains(second)
    case UInt8(ascii: "P"): return ">!01".utf8.contains(second)
    case UInt8(ascii: "_"): return second == UInt8(ascii: "G")
    default: return false
    }
  }
}

/// A piece of a terminal's input.
enum InputPiece: Equatable {
  /// A character or a sequence that may be a key, as ncurses decides.
  case key(ArraySlice<UInt8>)
  /// A text that was pasted.
  case paste(String)
  case reply(TerminalReply)
}
