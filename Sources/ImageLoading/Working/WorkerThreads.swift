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

  private let board: Monitor<JobBoard>
  private let threads: Mutex<[WorkerThread]>

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - name: what the system shows, 15 bytes at most.
  ///   - counts: how many of each kind; at least 1 in all.
  init(name: String, _ counts: KindCounts) {
    let board = Monitor(JobBoard(threads: counts), groups: ThreadKind.allCases.count)
    var threads: [WorkerThread] = []
    for kind in [ThreadKind.screen, .speculation] {
      for _ in 0..<counts[kind] {
        let thread = WorkerThread(name: name, niceness: kind.niceness) { board.work(as: kind) }
        if let thread { threads.append(thread) } else { board.withLock { $0.lose(kind) } }
      }
    }
    precondition(!threads.isEmpty, "the system refuses to start a thread")
    self.board = board
    self.threads = Mutex(threads)
  }

  deinit { stop() }

  /// Queues work until it has its turn and a thread is free.
  ///
  /// - Parameters:
  ///   - visibleAt: when its result is expected on screen, an instant on the caller's clock.
  ///   - work: receives a way to ask whether it is still wanted. After `stop`, it is dropped.
  package func submit(
    priority: ImagePriority, visibleAt: Duration,
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void
  ) -> Job {
    Job(ticket: board.change { $0.submit(work, priority: priority, visibleAt: visibleAt) })
  }

  /// Changes how urgent a job is, if it has not started; others are left alone.
  func setUrgency(_ urgency: Urgency, of job: Job) {
    board.change {
      $0.changeTurn(ofTicket: job.ticket) { turn in
        turn.priority = urgency.priority
        turn.visibleAt = urgency.visibleAt
      }
    }
  }

  /// Drops a job that has not started; notifies a running one that its result is no longer wanted.
  package func cancel(_ job: Job) {
    // The closure is released after the lock: what it holds may end by calling back here.
    _ = board.withLock { $0.cancel(ticket: job.ticket) }
  }

  /// Drops what waits, cancels what runs, and returns when every thread has ended.
  ///
  /// From inside a job, it does not wait for that job's own thread. A second call does nothing.
  package func stop() {
    let dropped = board.withLock { $0.stop() }
    board.wakeAll()
    withExtendedLifetime(dropped) {}
    for thread in threads.withLock({ exchange(&$0, with: []) }) { thread.join() }
  }
}

extension Monitor<JobBoard> {
  /// Does one job after the other until there will be no more: the body of a thread.
  fileprivate func work(as kind: ThreadKind) {
    while true {
      let (job, next) = wait(on: kind.rawValue) { board in
        board.next(for: kind).map { ($0, board.kindToWake) }
      }
      // A thread that was woken twice takes one job only: it passes the other one on.
      if let next { wakeOne(on: next.rawValue) }
      guard let job else { return }
      job.run()
      withLock { $0.finish(job) }
    }
  }

  /// Changes the board and wakes a thread that has something to do now.
  fileprivate func change<Result>(_ body: (inout JobBoard) -> Result) -> Result {
    let (result, kind) = withLock { board in (body(&board), board.kindToWake) }
    if let kind { wakeOne(on: kind.rawValue) }
    return result
  }
}
