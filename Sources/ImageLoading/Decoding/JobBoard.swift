/// The jobs that wait, and those that run: pure, for `DecodeThreads` to lock and wait on.
struct JobBoard {
  typealias Work = @Sendable (_ isCancelled: () -> Bool) -> Void

  private var waiting = PriorityQueue<Work>()
  private var running: [UInt64: CancellationFlag] = [:]
  private var nextTicket: UInt64 = 0
  private var isStopped = false

  /// Queues work and gives it a ticket; once stopped, the work is forgotten.
  mutating func submit(_ work: @escaping Work, priority: ImagePriority) -> UInt64 {
    defer { nextTicket += 1 }
    if !isStopped { waiting.insert(work, ticket: nextTicket, priority: priority) }
    return nextTicket
  }

  mutating func setPriority(_ priority: ImagePriority, ticket: UInt64) {
    waiting.setPriority(priority, ticket: ticket)
  }

  /// Returns the work if it will never start, for the caller to release.
  mutating func cancel(ticket: UInt64) -> Work? {
    running[ticket]?.raise()
    return waiting.remove(ticket: ticket)
  }

  /// Takes the most urgent job; nil while there is none, nothing inside once there will be none.
  mutating func next() -> RunningJob?? {
    if isStopped { return .some(nil) }
    guard let (ticket, work) = waiting.popFirst() else { return nil }
    let flag = CancellationFlag()
    running[ticket] = flag
    return RunningJob(ticket: ticket, work: work, flag: flag)
  }

  mutating func finish(_ job: RunningJob) {
    running[job.ticket] = nil
  }

  /// Cancels everything; returns what will never start, for the caller to release.
  mutating func stop() -> PriorityQueue<Work> {
    isStopped = true
    for flag in running.values { flag.raise() }
    return exchange(&waiting, with: PriorityQueue())
  }
}
