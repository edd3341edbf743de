import Keys

/// The questions that a session asks its terminal, and what the answers tell.
///
/// It is a value without a terminal: bytes and instants go in, pieces of input and questions come out. Who may
/// send a question now, and when, is the session's affair.
struct TerminalConversation {
  typealias Instant = ContinuousClock.Instant

  /// What the terminal has answered so far.
  private(set) var identity: TerminalIdentity
  /// The size changed, and the terminal was not asked yet what that means in pixels.
  private(set) var owesSizeQuestion = false
  private var filter = InputFilter()
  private var ledger = QueryLedger()
  private var toldFeatures: TerminalFeatures
  /// How many more times it is worth asking what is behind tmux.
  private var questionsBehindLeft = 0

  private static let mostQuestionsBehind = 3
  /// The time that a reply takes which follows no order.
  private static let loosePatience = Duration.milliseconds(500)

  /// - Parameter hasKeysForFocus: terminfo knows keys that send what others report the focus by.
  init(_ identity: TerminalIdentity, hasKeysForFocus: Bool) {
    self.identity = identity
    toldFeatures = identity.features
    filter.hasKeysForFocus = hasKeysForFocus
  }

  /// The terminal has another size.
  mutating func resize(to window: WindowSize) {
    identity.window = window
    owesSizeQuestion = true
  }
}

// MARK: - Input

extension TerminalConversation {
  /// When to look for input again although nothing was read: a lone Esc is held back until then.
  var deadline: Instant? { filter.deadline }

  /// Cuts what was read into keys and replies.
  mutating func pieces(of bytes: [UInt8], at instant: Instant) -> [InputPiece] {
    filter.isAwaitingReply = ledger.isAwaitingReply(at: instant)
    filter.isAwaitingCursor = ledger.isAwaitingCursor
    return filter.pieces(in: bytes, at: instant)
  }

  /// Takes a reply in; what the session itself had not asked for is given on.
  mutating func take(_ reply: TerminalReply, at instant: Instant, into input: inout TerminalInput) {
    let answer = ledger.answer(reply, at: instant)
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

  /// Whether the features are not what the last call found.
  mutating func takeFeatureChange() -> Bool {
    defer { toldFeatures = identity.features }
    return toldFeatures != identity.features
  }

  /// Whether it is worth waiting for an answer.
  func isAnswerLikely(at instant: Instant) -> Bool { ledger.isAnswerLikely(at: instant) }

  /// Takes in the replies of what was read, and drops the rest.
  mutating func drop(_ bytes: [UInt8], at instant: Instant) {
    var dropped = TerminalInput()
    for case .reply(let reply) in pieces(of: bytes, at: instant) {
      take(reply, at: instant, into: &dropped)
    }
  }

  /// Expects no answer any more: the terminal is given away.
  mutating func end() {
    ledger = QueryLedger()
    filter.forget()
  }
}

// MARK: - Questions

extension TerminalConversation {
  /// Everything that tells what the terminal is; the answers come whenever they come.
  mutating func askWhatItIs(at instant: Instant) -> String {
    ledger = QueryLedger()
    identity.begin()
    owesSizeQuestion = false
    questionsBehindLeft = Self.mostQuestionsBehind
    for query in TerminalQuery.statusQueries { ledger.asked(query, by: .session, at: instant) }
    return TerminalQuery.identification(of: identity)
  }

  /// What a cell's size is after a resize.
  mutating func askForSizes(at instant: Instant) -> String {
    owesSizeQuestion = false
    ledger.expectLooseReplies(until: instant + Self.loosePatience)
    return TerminalQuery.sizes
  }

  /// Whether it is time to ask what is behind tmux: tmux has answered everything before, or shown
  /// another frame, and may have dropped the question of last time.
  func wantsToKnowWhatIsBehind(after input: TerminalInput) -> Bool {
    questionsBehindLeft > 0 && identity.isMissingWhatIsBehind
      && (input.acknowledgements > 0 || questionsBehindLeft == Self.mostQuestionsBehind)
  }

  mutating func askWhatIsBehind(at instant: Instant) -> String {
    questionsBehindLeft -= 1
    ledger.expectLooseReplies(until: instant + Self.loosePatience)
    return TerminalQuery.behindTmux
  }

  /// Notes that a frame ends with a status query.
  mutating func expectAnswer(to query: StatusQuery, at instant: Instant) {
    ledger.asked(query, by: .frame, at: instant)
  }

  /// Notes that the terminal behind tmux is to answer about so many graphics.
  mutating func expectGraphicReplies(_ count: Int, at instant: Instant) {
    ledger.expectGraphicReplies(count, until: instant + AnswerWatch.patience)
  }

  /// The question at the end of a frame that was cut short has not been sent.
  mutating func withdrawLastFrame() {
    ledger.withdrawLast()
  }

  /// The frames that were sent so far are not acknowledged any more.
  ///
  /// - Parameter isCut: the last of them was cut short, so that its question has not been sent.
  mutating func forgetFrames(isCut: Bool) {
    ledger.forgetFrames(isCut: isCut)
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
