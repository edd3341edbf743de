/// Cuts the bytes of a terminal into keys, each a character or a whole sequence.
///
/// Every byte from the terminal passes here before ncurses decodes it: half a sequence waits for
/// its rest; broken UTF-8 and strings that a terminal replies with are dropped.
struct KeySplitter {
  typealias Instant = ContinuousClock.Instant

  /// After a lone Esc at the end of a read, the rest of a sequence that was cut there may come.
  static let escapeWindow = Duration.milliseconds(30)
  /// A sequence that is still not complete after this time is none.
  static let patience = Duration.milliseconds(500)
  /// Longer sequences are not kept.
  private static let longestSequence = 4096

  /// The beginning of something whose rest has not come yet.
  private var held: [UInt8] = []
  private var lastInput: Instant?
  /// The last byte was a lone Esc: it was given out as a key because nothing followed it.
  private var endedInEscape = false
  /// What is held belongs to an Esc that was given out, so it is not a key as well.
  private var isSwallowing = false

  /// - Parameter instant: when the bytes were read.
  /// - Returns: the keys that are complete, a lone Esc among them.
  mutating func keys(in bytes: [UInt8], at instant: Instant) -> [ArraySlice<UInt8>] {
    guard let first = bytes.first else { return [] }
    let age = lastInput.map { instant - $0 } ?? .zero
    lastInput = instant
    if age > Self.patience {
      held = []
      isSwallowing = false
    }
    if endedInEscape, age <= Self.escapeWindow, KeyToken.canFollowEscape(first) {
      held = [KeyToken.escape]
      isSwallowing = true
    }
    return split(held + bytes)
  }

  private mutating func split(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
    var keys: [ArraySlice<UInt8>] = []
    var rest = input[...]
    held = []
    endedInEscape = false
    while !rest.isEmpty {
      let token = KeyToken(startOf: rest)
      guard token.kind != .incomplete else {
        if rest.count < Self.longestSequence { held = Array(rest) }
        return keys
      }
      if token.kind == .key, !isSwallowing { keys.append(rest.prefix(token.length)) }
      isSwallowing = false
      rest = rest.dropFirst(token.length)
    }
    endedInEscape = keys.last?.elementsEqual([KeyToken.escape]) ?? false
    return keys
  }
}
