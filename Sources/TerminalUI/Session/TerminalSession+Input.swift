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
    let now = ContinuousClock.now
    if conversation.owesSizeQuestion, mayAsk { send(conversation.askForSizes(at: now)) }
    var input = TerminalInput()
    for piece in conversation.pieces(of: bytes, at: now) {
      switch piece {
      case .key(let sequence):
        if let key = keyboard.key(for: sequence, at: now) { input.keys.append(key) }
      case .reply(let reply): conversation.take(reply, at: now, into: &input)
      }
    }
    if conversation.wantsToKnowWhatIsBehind(after: input), mayAsk {
      send(conversation.askWhatIsBehind(at: now))
    }
    input.featuresChanged = conversation.takeFeatureChange()
    return input
  }

  /// When to call `readInput` although nothing can be read; nil for never.
  ///
  /// An Esc was read that may be the beginning of something; if nothing follows, it is a key.
  package var inputDeadline: ContinuousClock.Instant? { conversation.deadline }

  /// What the terminal can do, as far as it is known: what the environment suggests, until it has
  /// answered.
  package var features: TerminalFeatures { conversation.identity.features }

  /// Notes that a frame ends with a status query.
  ///
  /// So its answer is counted in `TerminalInput.acknowledgements`, waited for when the terminal is
  /// given back, and, if it is a cursor position, told from a key.
  package func expectAnswer(to query: StatusQuery) {
    conversation.expectAnswer(to: query, at: .now)
  }

  /// Takes back what a presenter has on the screen, by its farewell.
  ///
  /// Frames that are under way are not acknowledged any more: an answer that comes late would be
  /// taken for that of a newer frame, and the link for a fast one.
  package func takeBack(_ farewell: [UInt8]) {
    conversation.forgetFrames(isCut: !device.isBetweenFrames)
    send(farewell)
  }

  /// Notes that the terminal behind tmux is to answer about graphics that were sent.
  ///
  /// - Parameter count: how many of them it has not answered about.
  package func expectGraphicReplies(_ count: Int) {
    conversation.expectGraphicReplies(count, at: .now)
  }

  /// Asks the terminal everything; the answers come whenever they come.
  func askWhatItIs() {
    send(conversation.askWhatItIs(at: .now))
  }

  /// Waits for the answers that the terminal owes and drops them with all that comes between.
  ///
  /// At most a second: as long as a frame and its answer take over a slow line. A terminal that has
  /// answered nothing for two seconds is not waited for.
  func drainReplies() {
    let end = ContinuousClock.now + .seconds(1)
    while conversation.isAnswerLikely(at: .now) {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0, device.awaitInput(milliseconds: Int32(left.rounded(.up))),
        let bytes = device.read(atMost: Self.readLimitBytes)
      else { break }
      conversation.drop(bytes, at: .now)
    }
    conversation.end()
  }

  /// No frame is half sent, which a question would cut in two, and the terminal takes something now.
  private var mayAsk: Bool { device.isBetweenFrames && device.hasRoom }

  private func send(_ question: String) { send(Array(question.utf8)) }
}
