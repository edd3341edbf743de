import Glibc
import Synchronization

/// Low-priority threads for work that must not delay frames: decoding and reading files.
///
/// Jobs are ordered like loads: by priority, then by the expected time on screen, then by arrival.
/// `JobBoard` assigns them to kinds of threads. The cooperative pool isn't used, because it has
/// only as many threads as cores: two large pictures would block every task of the process. Idle
/// threads sleep.
///
/// The system may preempt a thread that holds the lock for submitting. So only the pipeline's own
/// thread and its jobs call this type, and never a thread that frames wait for.
package final class WorkerThreads: Sendable {
  /// A ticket for a submitted job.
  package struct Job: Hashable, Sendable {
    fileprivate let ticket: UInt64
  }

  private let crew: Crew

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - name: the name shown by the system, at most 15 bytes.
  ///   - counts: the number of threads of each kind; at least 1 in total.
  ///   - most: the maximum number of threads if jobs wait for distant files; nil for no more.
  init(name: String, _ counts: KindCounts, most: Int? = nil) {
    crew = Crew(name: name, JobBoard(threads: counts, most: most))
    let started = [ThreadKind.screen, .speculation].reduce(0) { sum, kind in
      sum + (0..<counts[kind]).count { _ in crew.startThread(kind, niceness: kind.niceness) }
    }
    precondition(started > 0, "the system refuses to start a thread")
  }

  deinit { stop() }

  /// Records whether the last job waited for distant files, as the next ones probably will.
  func expectWaits(_ isDistant: Bool) {
    crew.board.change { $0.waitsForFiles = isDistant }
  }

  /// Queues work until its turn comes and a thread is free.
  ///
  /// - Parameters:
  ///   - visibleAt: the time when its result is expected on screen, on the caller's clock.
  ///   - work: receives a closure that returns whether the job was canceled. After `stop`, it is dropped.
  package func submit(
    priority: ImagePriority, visibleAt: Duration,
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void
  ) -> Job {
    let ticket = crew.board.change {
      $0.submit(work, priority: priority, visibleAt: visibleAt)
    }
    crew.startIfNeeded()
    return Job(ticket: ticket)
  }

  /// Changes the urgency of a job, unless it has ended.
  ///
  /// A running one continues. If it becomes speculation, its thread no longer counts among those for the screen.
  func setUrgency(_ urgency: Urgency, of job: Job) {
    crew.board.change {
      $0.changeTurn(ofTicket: job.ticket) { turn in
        turn.priority = urgency.priority
        turn.visibleAt = urgency.visibleAt
      }
    }
    crew.startIfNeeded()
  }

  /// Drops a waiting job; tells a running one that its result is no longer needed.
  package func cancel(_ job: Job) {
    // Release the closure outside the lock, because deinitializers may call back here.
    _ = crew.board.change { $0.cancel(ticket: job.ticket) }
    crew.startIfNeeded()
  }

  /// Drops waiting jobs, cancels running ones, and waits until every thread has ended.
  ///
  /// Called from a job, it doesn't wait for that job's own thread. A second call does nothing.
  package func stop() {
    crew.stop()
  }
}

/// The threads and their shared state; threads retain this, and not its owner.
private final class Crew: Sendable {
  let board: Monitor<JobBoard>
  private let name: String
  private let threads = Mutex<[WorkerThread]>([])
  /// The niceness of the thread that creates it.
  private let niceness = WorkerThread.currentNiceness

  init(name: String, _ board: sending JobBoard) {
    self.name = name
    self.board = Monitor(board, groups: ThreadKind.allCases.count)
  }

  /// Starts a thread that the board already counts, unless all were stopped.
  ///
  /// - Parameter niceness: added to that of the calling thread.
  /// - Returns: whether it has started.
  func startThread(_ kind: ThreadKind, niceness: Int32) -> Bool {
    threads.withLock { threads in
      if board.withLock({ $0.isStopped }) { return false }
      guard
        let thread = WorkerThread(name: name, niceness: niceness, { [self] in work(as: kind) })
      else {
        board.withLock { $0.lose(kind) }
        return false
      }
      threads.append(thread)
      return true
    }
  }

  /// Starts another thread if a job waits, no thread is free, and the board allows it.
  ///
  /// Only threads with the owner's niceness may start one, because it would inherit a higher niceness.
  func startIfNeeded() {
    guard WorkerThread.currentNiceness == niceness, board.withLock({ $0.takeStart() }) else {
      return
    }
    _ = startThread(.screen, niceness: ThreadKind.screen.niceness)
  }

  /// Runs jobs until there are no more: the body of a thread.
  private func work(as kind: ThreadKind) {
    while true {
      let (job, next, needsMore) = board.wait(on: kind.rawValue) { board in
        board.next(for: kind).map { ($0, board.kindToWake, kind == .screen && board.takeStart()) }
      }
      // A thread that was woken twice takes only one job, so it wakes another thread.
      if let next { board.wakeOne(on: next.rawValue) }
      // A thread started from here inherits the niceness of its kind.
      if needsMore { _ = startThread(kind, niceness: 0) }
      guard let job else { return }
      job.run()
      board.withLock { $0.finish(job) }
    }
  }

  func stop() {
    let dropped = board.withLock { $0.stop() }
    board.wakeAll()
    withExtendedLifetime(dropped) {}
    for thread in threads.withLock({ exchange(&$0, with: []) }) { thread.join() }
  }
}

extension Monitor<JobBoard> {
  /// Changes the board, and wakes a thread that now has a job.
  fileprivate func change<Result>(_ body: (inout JobBoard) -> Result) -> Result {
    let (result, kind) = withLock { board in (body(&board), board.kindToWake) }
    if let kind { wakeOne(on: kind.rawValue) }
    return result
  }
}
