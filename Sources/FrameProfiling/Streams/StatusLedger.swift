/// The open status queries to a terminal, which answers them in order: the command's own, and those after frames.
struct StatusLedger {
  /// DSR 5, which nearly every terminal answers, with `ESC [ 0 n`.
  static let query = Array("\u{1B}[5n".utf8)

  /// A query after a frame.
  struct FrameQuery: Equatable {
    let frame: Int
    let sentAt: Duration
    /// The time at which it reached the terminal.
    var deliveredAt: Duration?
  }

  /// The most open queries after frames; a terminal that answers none is asked no more.
  private static let mostOpen = 8

  private var entries: [(position: Int, query: FrameQuery?)] = []
  private var sent = 0
  private var delivered = 0
  private var hasAnswered = false

  var mayAsk: Bool { entries.count { $0.query != nil } < Self.mostOpen }

  /// Whether an answer to a query after a frame may come.
  var isAwaitingFrame: Bool { entries.contains { $0.query != nil } }

  /// Whether such an answer is likely: the terminal has answered before, or has not been asked often.
  var isAnswerLikely: Bool { isAwaitingFrame && (hasAnswered || mayAsk) }

  /// Records bytes of the command on their way to the terminal.
  mutating func commandSent(_ count: Int) { sent += count }

  /// Records a query of the command that ends with the bytes sent so far.
  mutating func commandAsked() {
    // A terminal that answers nothing must not cost memory.
    if entries.count < 1_000 { entries.append((sent, nil)) }
  }

  mutating func asked(after frame: Int, at now: Duration) {
    sent += Self.query.count
    entries.append((sent, FrameQuery(frame: frame, sentAt: now)))
  }

  /// Records that more bytes have reached the terminal.
  mutating func delivered(_ count: Int, at instant: Duration) {
    delivered += count
    for index in entries.indices
    where entries[index].position <= delivered && entries[index].query?.deliveredAt == nil {
      entries[index].query?.deliveredAt = instant
    }
  }

  /// Forgets the queries before the last bytes that were delivered, whose answers may be lost.
  ///
  /// Otherwise every later answer would belong to the query before.
  mutating func forget(before count: Int) {
    entries.removeAll { $0.position <= delivered - count }
  }

  enum Owner: Equatable {
    case command
    case frame(FrameQuery)
  }

  /// Removes the query that an answer belongs to; an answer to no query is the command's.
  mutating func answered() -> Owner {
    hasAnswered = true
    guard !entries.isEmpty, let query = entries.removeFirst().query else { return .command }
    return .frame(query)
  }
}
