import Keys

extension TerminalSession {
  /// Makes input end with any of the keys that the program may leave by: what is typed behind it may be for the shell.
  ///
  /// Input that came with such a key is dropped on leaving if the terminal may not tell pasted text from keys.
  package func endInput(with keys: [Key]) { device.lastBytes = Set(keys.compactMap(\.byte)) }

  /// The input since the last call, of at most 256 bytes; nil when the terminal is gone.
  ///
  /// Never waits. Call it when `inputDescriptor` is readable, and when `inputDeadline` has passed.
  package func readInput() -> TerminalInput? {
    if isClosed { return nil }
    guard var bytes = device.readShared(tellsPastes: conversation.tellsPastes) else { return nil }
    // An Esc is a key of its own only when no byte waits behind it.
    if bytes.last == InputToken.escape { bytes += device.read(atMost: 1) ?? [] }
    let now = ContinuousClock.now
    if conversation.owesSizeQuestion, mayAsk { send(conversation.askForSizes(at: now)) }
    var input = TerminalInput()
    for piece in conversation.pieces(of: bytes, at: now) {
      switch piece {
      case .key(let sequence):
        if let key = keyboard.key(for: sequence, at: now) { input.keys.append(key) }
      case .paste(let text): input.keys.append(.paste(text))
      case .reply(let reply): conversation.take(reply, at: now, into: &input)
      }
    }
    if conversation.wantsToKnowWhatIsBehind(after: input), mayAsk {
      send(conversation.askWhatIsBehind(at: now))
    }
    if conversation.wantsProof, mayAsk {
      send(conversation.askToRead(LocalMedium.proofs(), at: now))
    }
    input.featuresChanged = conversation.takeFeatureChange()
    return input
  }

  /// The input until the terminal has answered all questions so far, at most for this long.
  ///
  /// Call it before the first frame, which then needs no correction. It is empty for a terminal that
  /// does not answer in time.
  package func awaitAnswers(atMost patience: Duration) -> TerminalInput {
    let end = ContinuousClock.now + patience
    var input = TerminalInput()
    while hasAnswer(before: end), let part = readInput() { input.append(part) }
    return input
  }

  /// The time to call `readInput` although there is nothing to read; nil for never.
  ///
  /// An Esc at the end may begin a sequence, or be a key; a pasted text may lack its end.
  package var inputDeadline: ContinuousClock.Instant? { conversation.deadline }

  /// The features of the terminal, as far as they are known; until it has answered, those that the
  /// environment suggests.
  package var features: TerminalFeatures { conversation.identity.features }

  /// Notes that a frame ends with a status query.
  ///
  /// Its answer then counts in `TerminalInput.acknowledgements`, is waited for when the terminal is
  /// given back, and is not taken for a key.
  package func expectAnswer(to query: StatusQuery) {
    conversation.expectAnswer(to: query, at: .now)
  }

  /// Whether pictures would be handed over to a terminal that can read them; false by default.
  ///
  /// If so, the terminal is asked whether it can.
  package var handsPixelsOver: Bool {
    get { conversation.handsPixelsOver }
    set { conversation.handsPixelsOver = newValue }
  }

  /// Notes that the terminal failed to read what was handed over.
  ///
  /// `features` have no medium then until the terminal is taken back, after a suspension.
  package func failedToRead() {
    conversation.failedToRead()
  }

  /// Deletes a presenter's graphics, by its farewell.
  ///
  /// Frames under way get no acknowledgement any more. A late answer would count for a newer frame,
  /// and make the link seem fast.
  package func takeBack(_ farewell: [UInt8]) {
    conversation.forgetFrames(isCut: !device.isBetweenFrames)
    send(farewell)
  }

  /// Notes that the terminal behind tmux owes replies about graphics that were sent.
  ///
  /// - Parameter count: the number of graphics without a reply.
  package func expectGraphicReplies(_ count: Int) {
    conversation.expectGraphicReplies(count, at: .now)
  }

  /// Asks the terminal everything; the answers come whenever they come.
  func askWhatItIs() {
    send(conversation.askWhatItIs(at: .now))
  }

  /// Waits for the answers that the terminal owes, and takes them in.
  ///
  /// It waits at most a second, as long as a frame and its answer take over a slow line. A terminal
  /// without any answer for two seconds is not waited for. Bytes behind the last answer stay where they are.
  ///
  /// - Returns: what a person typed before that answer.
  func drainReplies() -> [UInt8] {
    let end = ContinuousClock.now + .seconds(1)
    var typed: [UInt8] = []
    while hasAnswer(before: end), let byte = device.read(atMost: 1) {
      typed += conversation.takeReplies(in: byte, at: .now)
    }
    conversation.end()
    return typed
  }

  /// Waits until there is input while the terminal owes answers; false if none came in time.
  private func hasAnswer(before end: ContinuousClock.Instant) -> Bool {
    let left = (end - .now) / .milliseconds(1)
    return conversation.isAnswerLikely(at: .now) && left > 0
      && device.awaitInput(milliseconds: Int32(left.rounded(.up)))
  }

  /// True when no frame is half sent, which a question would cut in two, and the terminal takes
  /// bytes now.
  private var mayAsk: Bool { device.isBetweenFrames && device.hasRoom }

  private func send(_ question: String) { send(Array(question.utf8)) }
}
