/// The jobs that wait, and those that run: pure, for `WorkerThreads` to lock and wait on.
///
/// - Complexity: O(log n) for every call, `stop` aside.
struct JobBoard {
  typealias Work = @Sendable (_ isCancelled: () -> Bool) -> Void

  /// Work that waits, under its ticket.
  struct Entry {
    let ticket: UInt64
    let work: Work
  }

  private var waiting = IndexedHeap<Entry, Turn>()
  /// Where in `waiting` a ticket's work is.
  private var places: [UInt64: Int] = [:]
  private var running: [UInt64: CancellationFlag] = [:]
  private var nextTicket: UInt64 = 0
  private var isStopped = false

  /// Queues work and gives it a ticket; once stopped, the work is forgotten.
  mutating func submit(
    _ work: @escaping Work, priority: ImagePriority, visibleAt: Duration
  ) -> UInt64 {
    defer { nextTicket += 1 }
    if !isStopped {
      let turn = Turn(priority: priority, visibleAt: visibleAt, arrival: nextTicket)
      places[nextTicket] = waiting.insert(Entry(ticket: nextTicket, work: work), rank: turn)
    }
    return nextTicket
  }

  /// Changes the turn of work that waits; other work is left alone.
  mutating func changeTurn(ofTicket ticket: UInt64, _ change: (inout Turn) -> Void) {
    if let place = places[ticket] { waiting.changeRank(at: place, change) }
  }

  /// Returns the work if it will never start, for the caller to release.
  mutating func cancel(ticket: UInt64) -> Work? {
    running[ticket]?.raise()
    return places.removeValue(forKey: ticket).map { waiting.remove(at: $0).element.work }
  }

  /// Takes the job whose turn it is; nil while there is none, nothing inside once there will be none.
  mutating func next() -> RunningJob?? {
    if isStopped { return .some(nil) }
    guard let (entry, _) = waiting.removeFirst() else { return nil }
    places[entry.ticket] = nil
    let flag = CancellationFlag()
    running[entry.ticket] = flag
    return RunningJob(ticket: entry.ticket, work: entry.work, flag: flag)
  }

  mutating func finish(_ job: RunningJob) {
    running[job.ticket] = nil
  }

  /// Cancels everything; returns what will never start, for the caller to release.
  mutating func stop() -> IndexedHeap<Entry, Turn> {
    isStopped = true
    places = [:]
    for flag in running.values { flag.raise() }
    return exchange(&waiting, with: IndexedHeap())
  }
}
