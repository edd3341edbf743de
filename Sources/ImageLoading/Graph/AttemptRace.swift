/// One fetch of a transfer, and perhaps the same fetch once more: the first to answer goes on.
struct AttemptRace: Sendable {
  /// One fetch, until it has failed or was given up.
  struct Attempt: Sendable {
    /// Events of other attempts do not count.
    let id: AttemptID
    let request: DataRequest
    let startedAt: Duration
    var head: ResponseHead?
    var headAt: Duration?

    init(_ id: AttemptID, of request: DataRequest, at now: Duration) {
      self.id = id
      self.request = request
      startedAt = now
    }
  }

  /// What an event of an attempt means.
  struct Verdict: Sendable {
    /// Whether the event is of the attempt that goes on.
    var counts: Bool
    /// The attempt that must stop, if any.
    var loser: AttemptID?
  }

  /// The attempt that counts; nil while the transfer waits for one.
  var leader: Attempt? {
    // A new attempt, or none, has no rival.
    didSet { if leader?.id != oldValue?.id { rival = nil } }
  }
  /// The same request once more, as long as neither is answered.
  private(set) var rival: Attempt?

  /// Whether the same request is worth sending once more.
  var mayHaveRival: Bool { leader?.head == nil && rival == nil }

  /// The attempts that are under way.
  var ids: [AttemptID] { [leader?.id, rival?.id].compactMap(\.self) }

  /// Sends the request of the leader once more.
  ///
  /// - Returns: nil if it is answered or was sent twice already.
  mutating func challenge(by id: AttemptID, overNewConnection: Bool, at now: Duration) -> Attempt? {
    guard mayHaveRival, var request = leader?.request else { return nil }
    request.usesNewConnection = overNewConnection
    let attempt = Attempt(id, of: request, at: now)
    rival = attempt
    return attempt
  }

  /// Decides by an event of an attempt which one goes on.
  ///
  /// A rival wins only with an answer that is of use. If the leader breaks off, its rival goes on.
  mutating func judge(_ event: DataEvent, of id: AttemptID) -> Verdict {
    guard let rival else { return Verdict(counts: leader?.id == id) }
    if id == leader?.id {
      guard event.isLast else {
        self.rival = nil
        return Verdict(counts: true, loser: rival.id)
      }
      leader = rival
    } else if id == rival.id {
      guard event.isUsefulAnswer else {
        self.rival = nil
        return Verdict(counts: false, loser: event.isLast ? nil : id)
      }
      let loser = leader?.id
      leader = rival
      return Verdict(counts: true, loser: loser)
    }
    return Verdict(counts: false)
  }
}

extension DataEvent {
  /// Whether an answer begins that may bring a picture, or says that the one at hand is right.
  fileprivate var isUsefulAnswer: Bool {
    guard case .response(let head) = self else { return false }
    return (200...299).contains(head.status) || head.status == 304
  }
}
