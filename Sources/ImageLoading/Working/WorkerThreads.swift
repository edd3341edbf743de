import Glibc
import Synchronization

/// Threads of low priority for work that must not make frames late: decoding, reading of files.
///
/// Jobs have their turns as loads have: the more urgent first, then the one on screen sooner, then
/// the one submitted first. `JobBoard` decides which kind of thread does which. They are threads of
/// their own because the cooperative pool has as few threads as the machine has cores: two large
/// pictures would hold up every task of the process. They sleep while there is nothing to do.
///
/// The system may stop a thread while it holds the lock that submitting takes. So the pipeline's
/// own thread calls here, never one that frames wait for.
package final class WorkerThreads: Sendable {
  /// A ticket for submitted work.
  package struct Job: Hashable, Sendable {
    fileprivate let ticket: UInt64
  }

  private let crew: Crew

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - name: what the system shows, 15 bytes at most.
  ///   - counts: how many of each kind; at least 1 in all.
  ///   - most: how many there may be where jobs wait for distant files; nil for no more.
  init(name: String, _ counts: KindCounts, most: Int? = nil) {
    crew = Crew(name: name, JobBoard(threads: counts, most: most))
    let started = [ThreadKind.screen, .speculation].reduce(0) { sum, kind in
      sum + (0..<counts[kind]).count { _ in crew.start(kind, niceness: kind.niceness) }
    }
    precondition(started > 0, "the system refuses to start a thread")
  }

  deinit { stop() }

  /// Expects the next jobs to wait for distant files, as the one that calls this did, or not to.
  func expectWaits(_ isDistant: Bool) {
    crew.board.change { $0.waitsForFiles = isDistant }
  }

  /// Queues work until it has its turn and a thread is free.
  ///
  /// - Parameters:
  ///   - visibleAt: when its result is expected on screen, an instant on the caller's clock.
  ///   - work: receives a way to ask whether it is still wanted. After `stop`, it is dropped.
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

  /// Changes how urgent a job is, unless it has ended.
  ///
  /// One that runs goes on. If it is speculation from now on, its thread no longer counts among those for the screen.
  func setUrgency(_ urgency: Urgency, of job: Job) {
    crew.board.change {
      $0.changeTurn(ofTicket: job.ticket) { turn in
        turn.priority = urgency.priority
        turn.visibleAt = urgency.visibleAt
      }
    }
    crew.startIfNeeded()
  }

  /// Drops a job that has not started; notifies a running one that its result is no longer wanted.
  package func cancel(_ job: Job) {
    // The closure is released after the lock: what it holds may end by calling back here.
    _ = crew.board.change { $0.cancel(ticket: job.ticket) }
    crew.startIfNeeded()
  }

  /// Drops what waits, cancels what runs, and returns when every thread has ended.
  ///
  /// From inside a job, it does not wait for that job's own thread. A second call does nothing.
  package func stop() {
    crew.stop()
  }
}

/// The threads and what they share; they keep it, and not its owner.
private final class Crew: Sendable {
  let board: Monitor<JobBoard>
  private let name: String
  private let threads = Mutex<[WorkerThread]>([])
  /// That of the thread that makes it.
  private let niceness = WorkerThread.currentNiceness

  init(name: String, _ board: sending JobBoard) {
    self.name = name
    self.board = Monitor(board, groups: ThreadKind.allCases.count)
  }

  /// Starts a thread that the board counts already, unless all were stopped.
  ///
  /// - Parameter niceness: added to the calling thread's own.
  /// - Returns: whether it has started.
  func start(_ kind: ThreadKind, niceness: Int32) -> Bool {
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

  /// Starts one more thread if there is work that none is free for, and the board allows one more.
  ///
  /// A thread that is nicer than the owner's starts none, as the new one would be nicer too.
  func startIfNeeded() {
    guard WorkerThread.currentNiceness == niceness, board.withLock({ $0.takeStart() }) else {
      return
    }
    _ = start(.screen, niceness: ThreadKind.screen.niceness)
  }

  /// Does one job after the other until there will be no more: the body of a thread.
  private func work(as kind: ThreadKind) {
    while true {
      let (job, next, needsMore) = board.wait(on: kind.rawValue) { board in
        board.next(for: kind).map { ($0, board.kindToWake, kind == .screen && board.takeStart()) }
      }
      // A thread that was woken twice takes one job only: it passes the other one on.
      if let next { board.wakeOne(on: next.rawValue) }
      // A thread that a thread of its kind starts is as nice.
      if needsMore { _ = start(kind, niceness: 0) }
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
  /// Changes the board and wakes a thread that has something to do now.
  fileprivate func change<Result>(_ body: (inout JobBoard) -> Result) -> Result {
    let (result, kind) = withLock { board in (body(&board), board.kindToWake) }
    if let kind { wakeOne(on: kind.rawValue) }
    return result
  }
}
