/// Cuts the bytes of a terminal into keys, each a character or a whole sequence, and takes out
/// what the terminal itself replies.
///
/// Every byte from the terminal passes here before ncurses decodes it. Half a sequence waits for
/// its rest, so it does not matter where reads cut it; broken UTF-8, replies that nobody knows and
/// the rest of what was cut short are dropped. Memory is bounded whatever comes.
struct InputFilter {
  typealias Instant = ContinuousClock.Instant

  /// After a lone Esc at the end of a read, the rest of a sequence that was cut there may come.
  static let escapeWindow = Duration.milliseconds(30)
  /// A sequence that a key may begin and that is not complete after this time is none.
  static let keyPatience = Duration.milliseconds(500)
  /// The same of what only a terminal begins: its rest must not become keys on a slow link.
  static let replyPatience = Duration.seconds(2)
  /// Of longer sequences nothing is kept but how they end.
  static let longestSequence = 4096

  /// The terminal was asked something, so even an Esc that was read alone is held back.
  ///
  /// It may be the beginning of a reply. One at the end of more always is: a person's comes alone.
  var isAwaitingReply = false
  /// A cursor position was asked for: otherwise its report may be F3 with a modifier.
  var isAwaitingCursor = false
  /// Terminfo knows keys that send what others report the focus by (`cons25`).
  var hasKeysForFocus = false

  /// The beginning of something whose rest has not come yet, at most `longestSequence` bytes.
  private(set) var held: [UInt8] = []
  private var heldSince: Instant?
  /// The middle of what is held was longer than is kept.
  private var isCut = false
  /// What is held belongs to an Esc that was given out, so it is not a key as well.
  private var isRest = false
  /// A lone Esc was given out as a key then, because nothing followed it.
  private var escapeGiven: Instant?

  /// Cuts what was read.
  ///
  /// - Parameters:
  ///   - bytes: may be empty, when `deadline` has passed.
  ///   - instant: when they were read.
  /// - Returns: what is complete, in order, a lone Esc among it.
  /// - Complexity: O(bytes), with at most `longestSequence` looked at again.
  mutating func pieces(in bytes: [UInt8], at instant: Instant) -> [InputPiece] {
    let overdue = expire(at: instant)
    if bytes.isEmpty { return overdue }
    if held.isEmpty, let escapeGiven, Self.continues(bytes, after: instant - escapeGiven) {
      held = [InputToken.escape]
      heldSince = instant
      isRest = true
    }
    escapeGiven = nil
    return overdue + cut(held + bytes, at: instant)
  }

  /// When to ask again although nothing was read: a lone Esc is held back until then.
  var deadline: Instant? {
    held == [InputToken.escape] ? heldSince?.advanced(by: Self.escapeWindow) : nil
  }

  /// Drops what waits for its rest: the terminal was given away.
  mutating func forget() {
    forgetHeld()
    escapeGiven = nil
  }

  private mutating func cut(_ input: [UInt8], at instant: Instant) -> [InputPiece] {
    var pieces: [InputPiece] = []
    var rest = input[...]
    while !rest.isEmpty {
      let token = InputToken(startOf: rest)
      let isLast = rest.elementsEqual([InputToken.escape])
      let mayGoOn = isLast && (isAwaitingReply || input.count > 1)
      if token.kind == .incomplete || mayGoOn {
        hold(rest, isNew: rest.startIndex > 0 || heldSince == nil, at: instant)
        return pieces
      }
      if let piece = piece(token.kind, rest.prefix(token.length)) { pieces.append(piece) }
      forgetHeld()
      rest = rest.dropFirst(token.length)
    }
    if pieces.last == .key([InputToken.escape]) { escapeGiven = instant }
    return pieces
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

  private mutating func hold(_ bytes: ArraySlice<UInt8>, isNew: Bool, at instant: Instant) {
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

  /// Gives up what has waited too long for its rest; a lone Esc was a key.
  private mutating func expire(at instant: Instant) -> [InputPiece] {
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

  /// Whether bytes go on with what an Esc began that was given out so long ago.
  private static func continues(_ bytes: [UInt8], after age: Duration) -> Bool {
    guard let first = bytes.first, InputToken.canFollowEscape(first) else { return false }
    return age <= escapeWindow || (age <= replyPatience && isFromTerminal(bytes[...]))
  }

  /// Whether what follows an Esc is the beginning of something that no key sends.
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

/// What the bytes of a terminal are cut into.
enum InputPiece: Equatable {
  /// A character or a sequence that may be a key: ncurses knows which.
  case key(ArraySlice<UInt8>)
  case reply(TerminalReply)
}
