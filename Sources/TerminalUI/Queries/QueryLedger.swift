/// The status queries that have no answer yet, each with its asker.
///
/// A terminal answers in order. So an answer belongs to the first query that it fits, and the
/// queries before that one get no answer any more.
struct QueryLedger {
  typealias Instant = ContinuousClock.Instant

  enum Asker {
    /// The session, to learn what the terminal is.
    case session
    /// A frame, to learn when it is on the screen.
    case frame
    /// A frame that has been drawn over: its answer means nothing any more.
    case formerFrame
  }

  /// The time after which an answer is not waited for.
  static let patience = Duration.seconds(2)
  /// The most entries: a terminal that never answers is asked forever.
  private static let mostEntries = 64

  private var entries: [(query: StatusQuery, asker: Asker)] = []
  private var waitsUntil: Instant?
  /// The time since which a query waits without any answer.
  private var silentSince: Instant?
  private var looseUntil: Instant?
  /// The number of expected replies, among those that follow no order, that are about graphics.
  private var looseGraphics = 0

  mutating func asked(_ query: StatusQuery, by asker: Asker, at instant: Instant) {
    if entries.count == Self.mostEntries { entries.removeFirst() }
    entries.append((query, asker))
    waitsUntil = instant + Self.patience
    silentSince = silentSince ?? instant
  }

  /// Removes the question at the end of a frame that was cut short, because it has not been sent.
  mutating func withdrawLast() {
    if entries.last?.asker == .frame { entries.removeLast() }
  }

  /// Makes the frames that were sent so far former frames.
  ///
  /// - Parameter isCut: the last of them was cut short, so that its question has not been sent.
  mutating func forgetFrames(isCut: Bool) {
    if isCut { withdrawLast() }
    for index in entries.indices where entries[index].asker == .frame {
      entries[index].asker = .formerFrame
    }
  }

  /// Expects replies that answer no query and follow no order.
  ///
  /// From behind a multiplexer comes DA2 last, or replies about graphics. Of those about sizes, the
  /// last is the text area.
  mutating func expectLooseReplies(until instant: Instant) {
    looseUntil = max(instant, looseUntil ?? instant)
  }

  /// Expects replies about graphics that were sent to the terminal behind a multiplexer.
  ///
  /// - Parameter count: the number of graphics without a reply.
  mutating func expectGraphicReplies(_ count: Int, until instant: Instant) {
    looseGraphics = count
    expectLooseReplies(until: instant)
  }

  /// A query that was answered.
  struct Answer: Equatable {
    let asker: Asker
    /// The number of frames' queries that this answers: its own, and those before it.
    let frames: Int
  }

  /// Removes the query that a reply answers, and those before it.
  ///
  /// - Returns: nil when no query was open.
  mutating func answer(_ reply: TerminalReply, at instant: Instant = .now) -> Answer? {
    switch reply {
    case .graphics(let id, _):
      if id != TerminalIdentity.graphicsQueryID { looseGraphics -= 1 }
      endLooseReplies()
    case .textArea, .secondaryAttributes: endLooseReplies()
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

  /// Whether a cursor position is asked for.
  var isAwaitingCursor: Bool { entries.contains { $0.query == .cursorPosition } }

  func isAwaitingReply(at instant: Instant) -> Bool {
    if let looseUntil, instant < looseUntil { return true }
    guard !entries.isEmpty, let waitsUntil else { return false }
    return instant < waitsUntil
  }

  /// Whether a reply is awaited from a terminal that has answered lately, or may not have had the
  /// time to.
  func isAnswerLikely(at instant: Instant) -> Bool {
    isAwaitingReply(at: instant) && silentSince.map { instant < $0 + Self.patience } ?? true
  }
}
