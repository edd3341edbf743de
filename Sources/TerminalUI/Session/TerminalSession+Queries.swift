extension TerminalSession {
  /// Replies that no terminal owes are waited for so long.
  private static let loosePatience = Duration.milliseconds(500)

  /// What the terminal can do, as far as it is known: what the environment suggests, until it has
  /// answered.
  package var features: TerminalFeatures { identity.features }

  /// Notes that a frame ends with a status query, so that its answer is waited for when the terminal
  /// is given back and a cursor position is told from a key.
  package func expectAnswer(to query: StatusQuery) {
    ledger.asked(query, by: .frame, at: .now)
  }

  /// Asks the terminal everything; the answers come whenever they come.
  func askWhatItIs() {
    let now = ContinuousClock.now
    ledger = QueryLedger()
    identity.begin()
    send(TerminalQuery.identification(of: identity))
    owesSizeQuery = false
    for query in TerminalQuery.statusQueries { ledger.asked(query, by: .session, at: now) }
    if identity.multiplexer == .tmux {
      ledger.expectLooseReplies(until: now + Self.loosePatience)
    }
  }

  /// Asks for sizes after a resize, unless a frame is half sent, which that would cut in two, or
  /// the terminal takes nothing now.
  func askForSizesIfOwed() {
    guard owesSizeQuery, device.isBetweenFrames, device.hasRoom else { return }
    owesSizeQuery = false
    send(TerminalQuery.sizes)
    ledger.expectLooseReplies(until: .now + Self.loosePatience)
  }

  /// Takes a reply in.
  ///
  /// - Returns: whether the session itself had asked for it.
  func takeOwn(_ reply: TerminalReply) -> Bool {
    let asker = ledger.answer(reply)
    if asker == .frame { return false }
    identity.receive(reply)
    switch reply {
    case .graphics(let id, _): return id == TerminalIdentity.graphicsQueryID
    case .focus: return false
    case .attributes, .operatingStatus, .cursor: return asker == .session
    case .secondaryAttributes, .version, .mode, .textArea, .cellSize, .background: return true
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
