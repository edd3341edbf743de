/// Which status queries were sent and are not answered yet, and for whom.
///
/// A terminal answers in order. So an answer belongs to the first query that it fits, and those
/// before that one will not be answered any more.
struct QueryLedger {
  typealias Instant = ContinuousClock.Instant

  enum Asker {
    /// To learn what the terminal is.
    case session
    /// To learn when a frame is on the screen.
    case frame
    /// The same, of a frame that something else was drawn over: its answer tells nothing any more.
    case formerFrame
  }

  /// What is not answered after this time is not waited for.
  static let patience = Duration.seconds(2)
  /// More are not kept: a terminal that answers nothing is asked for ever.
  private static let mostEntries = 64

  private var entries: [(query: StatusQuery, asker: Asker)] = []
  private var waitsUntil: Instant?
  /// Since then something is asked and nothing has been answered.
  private var silentSince: Instant?
  private var looseUntil: Instant?
  /// So many of the replies that follow no order are about graphics that were sent.
  private var looseGraphics = 0

  mutating func asked(_ query: StatusQuery, by asker: Asker, at instant: Instant) {
    if entries.count == Self.mostEntries { entries.removeFirst() }
    entries.append((query, asker))
    waitsUntil = instant + Self.patience
    silentSince = silentSince ?? instant
  }

  /// The question at the end of a frame that was cut short has not been sent.
  mutating func withdrawLast() {
    if entries.last?.asker == .frame { entries.removeLast() }
  }

  /// The answers to frames that were sent so far are those of former frames.
  ///
  /// - Parameter isCut: the last of them was cut short, so that its question has not been sent.
  mutating func forgetFrames(isCut: Bool) {
    if isCut { withdrawLast() }
    for index in entries.indices where entries[index].asker == .frame {
      entries[index].asker = .formerFrame
    }
  }

  /// Replies may come that no terminal owes and that follow no order: from behind a multiplexer, of
  /// which the last is about graphics, or about sizes, of which the last is the text area.
  mutating func expectLooseReplies(until instant: Instant) {
    looseUntil = max(instant, looseUntil ?? instant)
  }

  /// The same, about graphics that were sent to the terminal behind a multiplexer.
  ///
  /// - Parameter count: of how many no reply has come.
  mutating func expectGraphicReplies(_ count: Int, until instant: Instant) {
    looseGraphics = count
    expectLooseReplies(until: instant)
  }

  /// A query that was answered.
  struct Answer: Equatable {
    let asker: Asker
    /// So many queries of frames are answered with it: its own, and those that came before it.
    let frames: Int
  }

  /// Strikes out the query that a reply answers, and those before it.
  ///
  /// - Returns: nil when nobody had asked.
  mutating func answer(_ reply: TerminalReply, at instant: Instant = .now) -> Answer? {
    switch reply {
    case .graphics(let id, _):
      if id != TerminalIdentity.graphicsQueryID { looseGraphics -= 1 }
      endLooseReplies()
    case .textArea: endLooseReplies()
    default: break
    }
    guard let index = entries.firstIndex(where: { $0.query.isAnswered(by: reply) }) else {
      return nil
    }
    let struck = entries[...index]
    let answer = Answer(
      asker: entries[index].asker, frames: struck.count { $0.asker == .frame })
    entries.removeSubrange(...index)
    silentSince = entries.isEmpty ? nil : instant
    return answer
  }

  private mutating func endLooseReplies() {
    if looseGraphics > 0 { return }
    looseGraphics = 0
    looseUntil = nil
  }

  /// Whether a cursor position was asked for.
  var isAwaitingCursor: Bool { entries.contains { $0.query == .cursorPosition } }

  func isAwaitingReply(at instant: Instant) -> Bool {
    if let looseUntil, instant < looseUntil { return true }
    guard !entries.isEmpty, let waitsUntil else { return false }
    return instant < waitsUntil
  }

  /// The same, if the terminal has answered something lately, or may not have had the time to.
  func isAnswerLikely(at instant: Instant) -> Bool {
    isAwaitingReply(at: instant) && silentSince.map { instant < $0 + Self.patience } ?? true
  }
}
