/// Requests that are sent once more, over another connection, because no answer has begun for long.
extension TransferTable {
  /// Watches the attempt in hand as long as a person waits for its answer.
  mutating func watch(_ id: LoadID) {
    guard let race = states[id]?.race, race.mayHaveRival, let leader = race.leader else { return }
    let patience = queue.patience(of: id)
    if patience == nil { late.forget(id) }
    late.watch(id, sentAt: leader.startedAt, patience: patience)
  }

  /// Sends what is late once more; the first answer counts.
  mutating func askOnceMore(at now: Duration) {
    while let id = late.takeLate(at: now) {
      let isMultiplexed = queue.isMultiplexed(id)
      let number = nextAttempt()
      var rival: AttemptRace.Attempt?
      states.change(id) {
        rival = $0.race.challenge(by: number, overNewConnection: isMultiplexed, at: now)
      }
      guard let rival else { continue }
      counters.secondAttempts += 1
      order(.fetch(rival.request, id, attempt: rival.id))
    }
  }

  /// Whether an event is of the attempt that goes on; the other one is stopped.
  mutating func isOfLeader(_ event: DataEvent, of attempt: AttemptID, _ id: LoadID) -> Bool {
    guard let verdict = states[id]?.race.judge(event, of: attempt) else { return false }
    if let loser = verdict.loser { order(.cancel(attempt: loser)) }
    if verdict.counts, case .response = event { late.forget(id) }
    return verdict.counts
  }
}
