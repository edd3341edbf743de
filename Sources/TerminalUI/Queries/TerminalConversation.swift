import Keys

/// The questions that a session asks its terminal, and the meaning of the answers.
///
/// It is a value without a terminal: bytes and instants go in, pieces of input and questions come
/// out. The session decides when a question may be sent.
struct TerminalConversation {
  typealias Instant = ContinuousClock.Instant

  /// The identity of the terminal by its answers so far.
  private(set) var identity: TerminalIdentity
  /// True when the size changed and the terminal was not asked yet what that means in pixels.
  private(set) var owesSizeQuestion = false
  /// Whether pictures would be handed over to a terminal that can read them.
  var handsPixelsOver = false
  private var filter = InputFilter()
  private var ledger = QueryLedger()
  private var toldFeatures: TerminalFeatures
  /// The number of questions about the terminal behind tmux that are left.
  private var questionsBehindLeft = 0

  /// The bytes that the terminal is asked to read; nil before that question.
  private var proofs: [HandedBytes]?

  private static let mostQuestionsBehind = 3
  /// The time in which replies that follow no order come.
  private static let loosePatience = Duration.milliseconds(500)

  /// Starts a conversation.
  ///
  /// - Parameter hasKeysForFocus: whether terminfo has keys that send the focus reports of other
  ///   terminals.
  init(_ identity: TerminalIdentity, hasKeysForFocus: Bool) {
    self.identity = identity
    toldFeatures = identity.features
    filter.hasKeysForFocus = hasKeysForFocus
  }

  /// Notes another size of the terminal.
  mutating func resize(to window: WindowSize) {
    identity.window = window
    owesSizeQuestion = true
  }
}

// MARK: - Input

extension TerminalConversation {
  /// The time to look for input again although nothing was read: a lone Esc is held back until
  /// then.
  var deadline: Instant? { filter.deadline }

  /// Whether keys are known to be typed: a text that is pasted comes in brackets.
  var tellsPastes: Bool { identity.bracketsPastes && !filter.hasLostPaste }

  /// Cuts the bytes of a read into keys and replies.
  mutating func pieces(of bytes: [UInt8], at instant: Instant) -> [InputPiece] {
    filter.isAwaitingReply = ledger.isAwaitingReply(at: instant)
    filter.isAwaitingCursor = ledger.isAwaitingCursor
    return filter.pieces(in: bytes, at: instant)
  }

  /// Takes a reply in, and passes it on unless it answers a question of the session.
  mutating func take(_ reply: TerminalReply, at instant: Instant, into input: inout TerminalInput) {
    let answer = ledger.answer(reply, at: instant)
    input.acknowledgements += answer?.frames ?? 0
    if case .graphics(let id, let message) = reply, let medium = LocalMedium(queryID: id) {
      return settleProof(in: medium, isRead: message == "OK")
    }
    if answer == nil || answer?.asker == .session { identity.receive(reply) }
    if !isOwn(reply, answer) { input.replies.append(reply) }
  }

  private func isOwn(_ reply: TerminalReply, _ answer: QueryLedger.Answer?) -> Bool {
    switch reply {
    case .graphics(let id, _): id == TerminalIdentity.graphicsQueryID
    case .focus: false
    case .attributes, .operatingStatus, .cursor: answer?.asker == .session
    case .secondaryAttributes, .version, .mode, .colorRegisters, .textArea, .cellSize, .background,
      .foreground, .paletteColor:
      true
    }
  }

  /// Whether the features differ from those at the last call.
  mutating func takeFeatureChange() -> Bool {
    defer { toldFeatures = identity.features }
    return toldFeatures != identity.features
  }

  /// Whether it is worth waiting for an answer.
  func isAnswerLikely(at instant: Instant) -> Bool { ledger.isAnswerLikely(at: instant) }

  /// Takes in the replies in the bytes of a read.
  ///
  /// - Returns: the text between them. Of the mouse and of special keys a shell would make noise, and of a pasted text
  ///   commands.
  mutating func takeReplies(in bytes: [UInt8], at instant: Instant) -> [UInt8] {
    var (typed, dropped): ([UInt8], TerminalInput) = ([], TerminalInput())
    for piece in pieces(of: bytes, at: instant) {
      switch piece {
      case .reply(let reply): take(reply, at: instant, into: &dropped)
      case .key(let bytes) where bytes.allSatisfy(\.isOfText): typed += bytes
      case .key, .paste: break
      }
    }
    return typed
  }

  /// Expects no answer any more: the terminal is given away.
  mutating func end() {
    ledger = QueryLedger()
    filter.forget()
    proofs?.removeAll()
  }
}

// MARK: - Questions

extension TerminalConversation {
  /// The questions that tell what the terminal is.
  mutating func askWhatItIs(at instant: Instant) -> String {
    ledger = QueryLedger()
    identity.begin()
    proofs = nil
    owesSizeQuestion = false
    questionsBehindLeft = Self.mostQuestionsBehind
    for query in TerminalQuery.statusQueries { ledger.asked(query, by: .session, at: instant) }
    return TerminalQuery.identification(of: identity)
  }

  /// The questions about the size of a cell, after a resize.
  mutating func askForSizes(at instant: Instant) -> String {
    owesSizeQuestion = false
    ledger.expectLooseReplies(until: instant + Self.loosePatience)
    return TerminalQuery.sizes
  }

  /// Whether to ask what is behind tmux now.
  ///
  /// Tmux has then answered everything before, or shown another frame, and may have dropped the
  /// last question.
  func wantsToKnowWhatIsBehind(after input: TerminalInput) -> Bool {
    questionsBehindLeft > 0 && identity.isMissingWhatIsBehind
      && (input.acknowledgements > 0 || questionsBehindLeft == Self.mostQuestionsBehind)
  }

  mutating func askWhatIsBehind(at instant: Instant) -> String {
    questionsBehindLeft -= 1
    ledger.expectLooseReplies(until: instant + Self.loosePatience)
    return TerminalQuery.behindTmux(of: identity)
  }

  /// Whether to ask the terminal to read bytes on this machine: once in a round.
  var wantsProof: Bool { handsPixelsOver && proofs == nil && identity.mayReadHere }

  /// True when the terminal was asked to read bytes in this round.
  var hasAskedToRead: Bool { proofs != nil }

  /// Asks the terminal to read bytes, which are removed when it has answered.
  mutating func askToRead(_ proofs: [HandedBytes], at instant: Instant) -> String {
    self.proofs = proofs
    if proofs.isEmpty { return "" }
    ledger.expectGraphicReplies(proofs.count, until: instant + Self.loosePatience)
    return proofs.map(TerminalQuery.reading).joined()
  }

  /// Takes the answer about a proof, which counts if the terminal was asked and has removed the
  /// bytes.
  private mutating func settleProof(in medium: LocalMedium, isRead: Bool) {
    guard let place = proofs?.firstIndex(where: { $0.medium == medium }),
      let proof = proofs?.remove(at: place)
    else { return }
    if isRead, proof.isTaken { identity.hasRead(medium) }
  }

  /// Notes that the terminal failed to read what was handed over, for this round.
  mutating func failedToRead() {
    identity.failedToRead()
  }

  /// The question behind a frame that was cut short, whose parts may still be answered; empty for a
  /// terminal that answers none.
  mutating func askAfterCut(at instant: Instant) -> String {
    ledger.withdrawLast()
    guard let query = identity.features.acknowledgement else { return "" }
    ledger.asked(query, by: .session, at: instant)
    return query.text
  }

  /// Notes that a frame ends with a status query.
  mutating func expectAnswer(to query: StatusQuery, at instant: Instant) {
    ledger.asked(query, by: .frame, at: instant)
  }

  /// Notes that the terminal behind tmux owes replies about this many graphics.
  mutating func expectGraphicReplies(_ count: Int, at instant: Instant) {
    ledger.expectGraphicReplies(count, until: instant + AnswerWatch.patience)
  }

  /// Expects no acknowledgement of the frames that were sent so far.
  ///
  /// - Parameter isCut: the last of them was cut short, so that its question has not been sent.
  mutating func forgetFrames(isCut: Bool) {
    ledger.forgetFrames(isCut: isCut)
  }
}

extension UInt8 {
  /// Whether it is part of a character, or the Tab, Enter or Backspace of a line.
  fileprivate var isOfText: Bool { self >= 0x20 || [0x08, 0x09, 0x0A, 0x0D].contains(self) }
}

/// The input from a terminal since the last look; the order within each kind is that of arrival.
package struct TerminalInput: Hashable, Sendable {
  package var keys: [Key] = []
  /// The terminal's replies, without answers to the session's own questions.
  package var replies: [TerminalReply] = []
  /// The number of frames noted by `TerminalSession.expectAnswer` that are now known to be shown.
  ///
  /// They count whatever question each of them ended with.
  package var acknowledgements = 0
  /// True when `TerminalSession.features` have changed.
  package var featuresChanged = false

  package init() {}

  /// Adds what came later.
  package mutating func append(_ later: TerminalInput) {
    keys += later.keys
    replies += later.replies
    acknowledgements += later.acknowledgements
    featuresChanged = featuresChanged || later.featuresChanged
  }
}
