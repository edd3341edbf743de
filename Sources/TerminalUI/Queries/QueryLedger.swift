/// The unanswered status queries, each with its asker.
///
/// A terminal answers in order. So an answer belongs to the first query that it fits, and the
/// queries before that one will not be answered.
struct QueryLedger {
  enum Asker {
    /// The session, which identifies the terminal.
    case session
    /// A frame, which waits to be shown.
    case frame
    /// A replaced frame, whose answer is ignored.
    case formerFrame
  }

  /// The time after which an answer is no longer expected.
  static let patience = Duration.seconds(2)
  /// The most entries, because some terminals never answer.
  private static let mostEntries = 64

  private var entries: [(query: StatusQuery, asker: Asker)] = []
  private var waitsUntil: Duration?
  /// The time since which queries have been unanswered.
  private var silentSince: Duration?
  private var looseUntil: Duration?
  /// The number of expected graphics replies, which come in any order.
  private var looseGraphics = 0

  mutating func asked(_ query: StatusQuery, by asker: Asker, at instant: Duration) {
    if entries.count == Self.mostEntries { entries.removeFirst() }
    entries.append((query, asker))
    waitsUntil = instant + Self.patience
    silentSince = silentSince ?? instant
  }

  /// Removes the query of an interrupted frame, because it was not sent.
  mutating func withdrawLast() {
    if entries.last?.asker == .frame { entries.removeLast() }
  }

  /// Ignores the answers of all frames sent so far.
  ///
  /// - Parameter isCut: whether the last frame was interrupted, so that its query was not sent.
  mutating func forgetFrames(isCut: Bool) {
    if isCut { withdrawLast() }
    for index in entries.indices where entries[index].asker == .frame {
      entries[index].asker = .formerFrame
    }
  }

  /// Expects replies that answer no query, in any order.
  ///
  /// From behind a multiplexer, DA2 or graphics replies come last. Among replies about sizes, the
  /// text area comes last.
  mutating func expectLooseReplies(until instant: Duration) {
    looseUntil = max(instant, looseUntil ?? instant)
  }

  /// Expects graphics replies of the terminal behind a multiplexer.
  ///
  /// - Parameter count: the number of graphics without a reply.
  mutating func expectGraphicReplies(_ count: Int, until instant: Duration) {
    looseGraphics = count
    expectLooseReplies(until: instant)
  }

  /// A query that was answered.
  struct Answer: Equatable {
    let asker: Asker
    /// The number of frames that this confirms: its own, and those before it.
    let frames: Int
  }

  /// Removes the query that a reply answers, and those before it.
  ///
  /// - Returns: nil when no query was open.
  mutating func answer(_ reply: TerminalReply, at instant: Duration) -> Answer? {
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

  /// Whether a cursor position was requested.
  var isAwaitingCursor: Bool { entries.contains { $0.query == .cursorPosition } }

  func isAwaitingReply(at instant: Duration) -> Bool { replyDeadline(at: instant) != nil }

  /// The instant at which the last reply is no longer expected; nil if none is due.
  func replyDeadline(at instant: Duration) -> Duration? {
    let deadlines = [looseUntil, entries.isEmpty ? nil : waitsUntil]
    return deadlines.compactMap(\.self).filter { instant < $0 }.max()
  }

  /// Whether a reply is due from a terminal that has answered recently, or may not have had time
  /// to.
  func isAnswerLikely(at instant: Duration) -> Bool {
    isAwaitingReply(at: instant) && silentSince.map { instant < $0 + Self.patience } ?? true
  }
}
