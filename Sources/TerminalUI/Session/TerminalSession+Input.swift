import Raster
import TerminalGraphics

extension TerminalSession {
  /// Makes reads stop after keys that may end the program, because later input may be for the shell.
  ///
  /// If the terminal may not distinguish pasted text from keys, input that came with such a key is dropped on exit.
  package func endInput(with keys: [Key]) { device.lastBytes = Set(keys.compactMap(\.byte)) }

  /// The input since the last call, at most 256 bytes; nil when the terminal is gone.
  ///
  /// It never waits. Call it when `inputDescriptor` is readable, and when `inputDeadline` has
  /// passed.
  ///
  /// - Parameter isWithinGraphic: whether a graphic is partly sent, so that queries about graphics wait.
  package func readInput(isWithinGraphic: Bool = false) -> TerminalInput? {
    if isClosed { return nil }
    conversation.isWithinGraphic = isWithinGraphic
    guard var bytes = device.readShared(tellsPastes: conversation.tellsPastes) else { return nil }
    // An Esc is a key of its own only if no byte follows it.
    if bytes.last == InputToken.escape { bytes += device.read(atMost: 1) ?? [] }
    let now = poller.now
    if conversation.owesSizeQuestion, mayAsk { send(conversation.askForSizes(at: now)) }
    var input = TerminalInput()
    for piece in conversation.pieces(of: bytes, at: now) {
      switch piece {
      case .key(let sequence):
        if let key = keyboard.key(for: sequence, at: now) { input.keys.append(key) }
      case .paste(let text): input.keys.append(.paste(text))
      case .reply(let reply): conversation.receive(reply, at: now, into: &input)
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

  /// The input until the terminal has answered all queries so far, up to a time limit.
  ///
  /// Call it before the first frame, which then needs no correction. The result is empty if the terminal does not
  /// answer in time.
  package func awaitAnswers(atMost patience: Duration) -> TerminalInput {
    let end = poller.now + patience
    var input = TerminalInput()
    while hasAnswer(before: end), let part = readInput() { input.append(part) }
    return input
  }

  /// The time to call `readInput` without readable input; nil for never.
  ///
  /// An Esc at the end may begin a sequence, or be a key; a pasted text may lack its end.
  package var inputDeadline: Duration? { conversation.deadline }

  /// The known features of the terminal; until it has answered, those from the environment.
  package var features: TerminalFeatures { conversation.identity.features }

  /// Whether the terminal takes pictures for its clipboard, by its answers so far.
  package var takesPictures: Bool { conversation.identity.takesPictures }

  /// Records that a frame ends with a status query.
  ///
  /// Its answer counts in `TerminalInput.acknowledgements`, is waited for on exit, and is not taken
  /// for a key.
  package func expectAnswer(to query: StatusQuery) {
    conversation.expectAnswer(to: query, at: poller.now)
  }

  /// Whether to hand pictures over if the terminal can read them; false by default.
  ///
  /// If true, the terminal is tested.
  package var handsPixelsOver: Bool {
    get { conversation.handsPixelsOver }
    set { conversation.handsPixelsOver = newValue }
  }

  /// Records that the terminal failed to read handed-over bytes.
  ///
  /// `features` then have no medium until the terminal is resumed after a suspension.
  package func failedToRead() { conversation.failedToRead() }

  /// Deletes a presenter's graphics with its farewell.
  ///
  /// Pending frames are no longer acknowledged, because a late answer would count for a newer frame
  /// and make the link seem fast.
  package func takeBack(_ farewell: [UInt8]) {
    conversation.forgetFrames(isCut: !device.isBetweenFrames)
    send(farewell)
  }

  /// Records that the terminal behind tmux owes graphics replies.
  ///
  /// - Parameter count: the number of graphics without a reply.
  package func expectGraphicReplies(_ count: Int) {
    conversation.expectGraphicReplies(count, at: poller.now)
  }

  /// Sends all queries; the answers come at any time.
  func askWhatItIs() {
    send(conversation.askWhatItIs(at: poller.now))
  }

  /// Waits for the outstanding answers of the terminal, and processes them.
  ///
  /// It waits at most a second, enough for a frame and its answer over a slow line. A terminal without any answer for
  /// two seconds is not waited for. Bytes after the last answer are not read.
  ///
  /// - Returns: the text typed before that answer.
  func drainReplies() -> [UInt8] {
    let end = poller.now + .seconds(1)
    var typed: [UInt8] = []
    while hasAnswer(before: end), let byte = device.read(atMost: 1) {
      typed += conversation.takeReplies(in: byte, at: poller.now)
    }
    conversation.end()
    return typed
  }

  /// Waits for input while answers are outstanding; false if none came in time.
  private func hasAnswer(before end: Duration) -> Bool {
    let now = poller.now
    guard now < end, let deadline = conversation.likelyAnswerDeadline(at: now) else { return false }
    return device.awaitInput(until: min(deadline, end))
  }

  private var poller: any Poller { device.poller }

  /// Whether a query may be sent: no frame is half sent, and the terminal accepts bytes.
  private var mayAsk: Bool { device.isBetweenFrames && device.hasRoom }

  private func send(_ question: String) { send(Array(question.utf8)) }
}
