extension TerminalSession {
  /// Replies that no terminal owes are waited for so long.
  private static let loosePatience = Duration.milliseconds(500)

  /// What the terminal can do, as far as it is known: what the environment suggests, until it has
  /// answered.
  package var features: TerminalFeatures { identity.features }

  /// Notes that a frame ends with a status query.
  ///
  /// So its answer is counted in `TerminalInput.acknowledgements`, waited for when the terminal is
  /// given back, and, if it is a cursor position, told from a key.
  package func expectAnswer(to query: StatusQuery) {
    ledger.asked(query, by: .frame, at: .now)
  }

  /// Takes back what a presenter has on the screen, by its farewell.
  ///
  /// Frames that are under way are not acknowledged any more: an answer that comes late would be
  /// taken for that of a newer frame, and the link for a fast one.
  package func takeBack(_ farewell: [UInt8]) {
    ledger.forgetFrames(isCut: !device.isBetweenFrames)
    send(farewell)
  }

  /// Notes that the terminal behind tmux is to answer about graphics that were sent.
  ///
  /// - Parameter count: how many of them it has not answered about.
  package func expectGraphicReplies(_ count: Int) {
    ledger.expectGraphicReplies(count, until: .now + AnswerWatch.patience)
  }

  /// Asks the terminal everything; the answers come whenever they come.
  func askWhatItIs() {
    let now = ContinuousClock.now
    ledger = QueryLedger()
    identity.begin()
    send(TerminalQuery.identification(of: identity))
    owesSizeQuery = false
    for query in TerminalQuery.statusQueries { ledger.asked(query, by: .session, at: now) }
    questionsBehindLeft = 3
  }

  /// Asks what is behind tmux, when it is time: tmux has answered everything before, or shown
  /// another frame, and may have dropped the question of last time.
  func askWhatIsBehind() {
    guard questionsBehindLeft > 0, identity.isMissingWhatIsBehind, device.isBetweenFrames,
      device.hasRoom
    else { return }
    questionsBehindLeft -= 1
    send(TerminalQuery.behindTmux)
    ledger.expectLooseReplies(until: .now + Self.loosePatience)
  }

  /// Asks for sizes after a resize, unless a frame is half sent, which that would cut in two, or
  /// the terminal takes nothing now.
  func askForSizesIfOwed() {
    guard owesSizeQuery, device.isBetweenFrames, device.hasRoom else { return }
    owesSizeQuery = false
    send(TerminalQuery.sizes)
    ledger.expectLooseReplies(until: .now + Self.loosePatience)
  }

  /// Takes a reply in; what the session itself had not asked for is given on.
  func take(_ reply: TerminalReply, into input: inout TerminalInput) {
    let answer = ledger.answer(reply)
    input.acknowledgements += answer?.frames ?? 0
    if answer == nil || answer?.asker == .session { identity.receive(reply) }
    if !isOwn(reply, answer) { input.replies.append(reply) }
  }

  private func isOwn(_ reply: TerminalReply, _ answer: QueryLedger.Answer?) -> Bool {
    switch reply {
    case .graphics(let id, _): id == TerminalIdentity.graphicsQueryID
    case .focus: false
    case .attributes, .operatingStatus, .cursor: answer?.asker == .session
    case .secondaryAttributes, .version, .mode, .textArea, .cellSize, .background: true
    }
  }

  private func send(_ text: String) {
    var bytes = ByteBuffer()
    bytes.append(room: text.utf8.count) { room in
      room.copyBytes(from: text.utf8)
      return text.utf8.count
    }
    device.sendAll(&bytes)
  }
}
