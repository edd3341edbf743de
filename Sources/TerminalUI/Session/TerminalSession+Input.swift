import Keys
import Raster

extension TerminalSession {
  /// What is beyond stays in the terminal, where `poll` sees it.
  private static let readLimitBytes = 256

  /// What came since the last call, of at most 256 bytes; nil when the terminal is gone.
  ///
  /// Never waits. To be called when `inputDescriptor` is readable, and when `inputDeadline` has
  /// passed.
  package func readInput() -> TerminalInput? {
    if isClosed { return nil }
    guard var bytes = device.read(atMost: Self.readLimitBytes) else { return nil }
    // an Esc is a key of its own only when nothing waits behind it
    if bytes.last == InputToken.escape { bytes += device.read(atMost: 1) ?? [] }
    askForSizesIfOwed()
    return input(from: bytes, at: .now)
  }

  /// When to call `readInput` although nothing can be read; nil for never.
  ///
  /// An Esc was read that may be the beginning of something; if nothing follows, it is a key.
  package var inputDeadline: ContinuousClock.Instant? { filter.deadline }

  private func input(from bytes: [UInt8], at instant: ContinuousClock.Instant) -> TerminalInput {
    var input = TerminalInput()
    for piece in pieces(of: bytes, at: instant) {
      switch piece {
      case .key(let sequence):
        if let key = keyboard.key(for: sequence, at: instant) { input.keys.append(key) }
      case .reply(let reply): take(reply, into: &input)
      }
    }
    if input.acknowledgements > 0 || questionsBehindLeft == 3 { askWhatIsBehind() }
    input.featuresChanged = features != toldFeatures
    toldFeatures = features
    return input
  }

  /// Waits for the answers that the terminal owes and drops them with all that comes between.
  ///
  /// At most a second: as long as a frame and its answer take over a slow line. A terminal that has
  /// answered nothing for two seconds is not waited for.
  func drainReplies() {
    let end = ContinuousClock.now + .seconds(1)
    while ledger.isAnswerLikely(at: .now) {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0, device.awaitInput(milliseconds: Int32(left.rounded(.up))),
        let bytes = device.read(atMost: Self.readLimitBytes)
      else { break }
      var dropped = TerminalInput()
      for case .reply(let reply) in pieces(of: bytes, at: .now) { take(reply, into: &dropped) }
    }
    ledger = QueryLedger()
    filter.forget()
  }

  private func pieces(of bytes: [UInt8], at instant: ContinuousClock.Instant) -> [InputPiece] {
    filter.isAwaitingReply = ledger.isAwaitingReply(at: instant)
    filter.isAwaitingCursor = ledger.isAwaitingCursor
    return filter.pieces(in: bytes, at: instant)
  }
}

/// What came from a terminal since the last look; the order within each kind is that of arrival.
package struct TerminalInput: Hashable, Sendable {
  package var keys: [Key] = []
  /// What the terminal replied, without the answers that the session asked for to learn what it is.
  package var replies: [TerminalReply] = []
  /// So many more of the frames that `TerminalSession.expectAnswer` was told of are shown, whatever
  /// question each of them ended with.
  package var acknowledgements = 0
  /// `TerminalSession.features` are not what they were.
  package var featuresChanged = false
}
