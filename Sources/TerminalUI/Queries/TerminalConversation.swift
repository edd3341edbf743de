import Raster
import TerminalGraphics

/// The queries of a session to its terminal, and the interpretation of the answers.
///
/// This value does no I/O: bytes and instants go in, and pieces of input and queries come out. The
/// session decides when a query may be sent.
struct TerminalConversation {
  /// The identity of the terminal, by its answers so far.
  private(set) var identity: TerminalIdentity
  /// Whether the size has changed and the new size in pixels was not requested yet.
  private(set) var owesSizeQuestion = false
  /// Whether to hand pictures over if the terminal can read them.
  var handsPixelsOver = false
  /// Whether a graphic is partly sent, so that queries about graphics wait.
  var isWithinGraphic = false
  private var filter = InputFilter()
  private var ledger = QueryLedger()
  private var toldFeatures: TerminalFeatures
  /// The number of remaining attempts to query the terminal behind tmux.
  private var questionsBehindLeft = 0

  /// The bytes that the terminal is asked to read; nil before that query.
  private var proofs: [HandedBytes]?

  private static let mostQuestionsBehind = 3
  /// The time in which unordered replies are expected.
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

  /// Updates the size of the terminal.
  mutating func resize(to window: WindowSize) {
    identity.window = window
    owesSizeQuestion = true
  }
}

// MARK: - Input

extension TerminalConversation {
  /// The time to process input again without a read, because of a held-back Esc.
  var deadline: Duration? { filter.deadline }

  /// Whether pasted text can be told from typed keys, because it comes in brackets.
  var tellsPastes: Bool { identity.bracketsPastes && !filter.hasLostPaste }

  /// Splits the bytes of a read into keys and replies.
  mutating func pieces(of bytes: [UInt8], at instant: Duration) -> [InputPiece] {
    filter.isAwaitingReply = ledger.isAwaitingReply(at: instant)
    filter.isAwaitingCursor = ledger.isAwaitingCursor
    return filter.pieces(in: bytes, at: instant)
  }

  /// Processes a reply, and passes it on unless it answers a query of the session.
  mutating func receive(
    _ reply: TerminalReply, at instant: Duration, into input: inout TerminalInput
  ) {
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
    case .focus, .clipboard: false
    case .attributes, .operatingStatus, .cursor: answer?.asker == .session
    case .secondaryAttributes, .version, .mode, .colorRegisters, .textArea, .cellSize, .background,
      .foreground, .paletteColor:
      true
    }
  }

  /// Whether a reply may still come.
  func awaitsReply(at instant: Duration) -> Bool { ledger.isAwaitingReply(at: instant) }

  /// Whether the features differ from those at the last call.
  mutating func takeFeatureChange() -> Bool {
    defer { toldFeatures = identity.features }
    return toldFeatures != identity.features
  }

  /// The instant until which waiting for an answer makes sense; nil if it makes none.
  func likelyAnswerDeadline(at instant: Duration) -> Duration? {
    ledger.isAnswerLikely(at: instant) ? ledger.replyDeadline(at: instant) : nil
  }

  /// Processes the replies in the bytes of a read.
  ///
  /// - Returns: the typed text, without mouse and special keys, which a shell would print, and pasted text, which it
  ///   might run.
  mutating func takeReplies(in bytes: [UInt8], at instant: Duration) -> [UInt8] {
    var (typed, dropped): ([UInt8], TerminalInput) = ([], TerminalInput())
    for piece in pieces(of: bytes, at: instant) {
      switch piece {
      case .reply(let reply): receive(reply, at: instant, into: &dropped)
      case .key(let bytes) where bytes.allSatisfy(\.isOfText): typed += bytes
      case .key, .paste: break
      }
    }
    return typed
  }

  /// Expects no more answers, because another program gets the terminal.
  mutating func end() {
    ledger = QueryLedger()
    filter.forget()
    proofs?.removeAll()
  }
}

// MARK: - Questions

extension TerminalConversation {
  /// The queries that identify the terminal.
  mutating func askWhatItIs(at instant: Duration) -> String {
    ledger = QueryLedger()
    identity.beginRound()
    proofs = nil
    owesSizeQuestion = false
    questionsBehindLeft = Self.mostQuestionsBehind
    for query in TerminalQuery.statusQueries { ledger.asked(query, by: .session, at: instant) }
    return TerminalQuery.identification(of: identity)
  }

  /// The queries for the size of a cell, after a resize.
  mutating func askForSizes(at instant: Duration) -> String {
    owesSizeQuestion = false
    ledger.expectLooseReplies(until: instant + Self.loosePatience)
    return TerminalQuery.sizes
  }

  /// Whether to query the terminal behind tmux now.
  ///
  /// Tmux has then answered all previous queries, or shown another frame after it may have dropped
  /// the last query.
  func wantsToKnowWhatIsBehind(after input: TerminalInput) -> Bool {
    !isWithinGraphic && questionsBehindLeft > 0 && identity.isMissingWhatIsBehind
      && (input.acknowledgements > 0 || questionsBehindLeft == Self.mostQuestionsBehind)
  }

  mutating func askWhatIsBehind(at instant: Duration) -> String {
    questionsBehindLeft -= 1
    ledger.expectLooseReplies(until: instant + Self.loosePatience)
    return TerminalQuery.behindTmux(of: identity)
  }

  /// Whether to test if the terminal can read bytes on this machine; once per round.
  var wantsProof: Bool {
    handsPixelsOver && !isWithinGraphic && proofs == nil && identity.mayReadHere
  }

  /// Whether this round tested reading.
  var hasAskedToRead: Bool { proofs != nil }

  /// Asks the terminal to read bytes, which are removed after its answer.
  mutating func askToRead(_ proofs: [HandedBytes], at instant: Duration) -> String {
    self.proofs = proofs
    if proofs.isEmpty { return "" }
    ledger.expectGraphicReplies(proofs.count, until: instant + Self.loosePatience)
    return proofs.map(TerminalQuery.reading).joined()
  }

  /// Processes the answer about a proof, which counts only if the terminal was asked and removed
  /// the bytes.
  private mutating func settleProof(in medium: LocalMedium, isRead: Bool) {
    guard let place = proofs?.firstIndex(where: { $0.medium == medium }),
      let proof = proofs?.remove(at: place)
    else { return }
    if isRead, proof.isTaken { identity.hasRead(medium) }
  }

  /// Records that the terminal failed to read handed-over bytes, for this round.
  mutating func failedToRead() {
    identity.failedToRead()
  }

  /// The query after an interrupted frame, whose parts may still be answered; empty if the terminal
  /// answers none.
  mutating func askAfterCut(at instant: Duration) -> String {
    ledger.withdrawLast()
    guard let query = identity.features.acknowledgement else { return "" }
    ledger.asked(query, by: .session, at: instant)
    return query.text
  }

  /// Records that a frame ends with a status query.
  mutating func expectAnswer(to query: StatusQuery, at instant: Duration) {
    ledger.asked(query, by: .frame, at: instant)
  }

  /// Records that the terminal behind tmux owes this many graphics replies.
  mutating func expectGraphicReplies(_ count: Int, at instant: Duration) {
    ledger.expectGraphicReplies(count, until: instant + AnswerWatch.patience)
  }

  /// Ignores the acknowledgements of all frames sent so far.
  ///
  /// - Parameter isCut: whether the last frame was interrupted, so that its query was not sent.
  mutating func forgetFrames(isCut: Bool) {
    ledger.forgetFrames(isCut: isCut)
  }
}

extension UInt8 {
  /// Whether the byte is part of a character, or the Tab, Enter or Backspace of a line.
  fileprivate var isOfText: Bool { self >= 0x20 || [0x08, 0x09, 0x0A, 0x0D].contains(self) }
}

/// The input from a terminal since the last read; each kind is in order of arrival.
package struct TerminalInput: Hashable, Sendable {
  package var keys: [Key] = []
  /// The terminal's replies, without answers to the session's own queries.
  package var replies: [TerminalReply] = []
  /// The number of frames, recorded by `TerminalSession.expectAnswer`, that are newly known to be
  /// shown.
  ///
  /// Any status query of a frame counts.
  package var acknowledgements = 0
  /// Whether `TerminalSession.features` have changed.
  package var featuresChanged = false

  package init() {}

  /// Appends later input.
  package mutating func append(_ later: TerminalInput) {
    keys += later.keys
    replies += later.replies
    acknowledgements += later.acknowledgements
    featuresChanged = featuresChanged || later.featuresChanged
  }
}
