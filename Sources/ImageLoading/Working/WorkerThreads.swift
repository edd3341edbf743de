import Glibc
import Synchronization

/// Threads of low priority for work that must not make frames late: decoding, reading of files.
///
/// Jobs have their turns as loads have: the more urgent first, then the one on screen sooner, then the
/// one submitted first. They are threads of their own because the cooperative pool has as few threads
/// as the machine has cores: two large pictures would hold up every task of the process. They sleep
/// while there is nothing to do.
package final class WorkerThreads: Sendable {
  /// A ticket for submitted work.
  package struct Job: Hashable, Sendable {
    fileprivate let ticket: UInt64
  }

  private let board: Monitor<JobBoard>
  private let threads: Mutex<[WorkerThread]>

  /// 2, or 1 on a machine with one core.
  package static let defaultCount = min(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: at least 1.
  ///   - niceness: added to the process's own scheduling niceness, on these threads only.
  package init(count: Int = WorkerThreads.defaultCount, niceness: Int32 = 10) {
    let board = Monitor(JobBoard())
    let threads = (0..<max(1, count)).compactMap { _ in
      WorkerThread(name: "decode", niceness: niceness) { board.work() }
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
  ///   - work: is given a way to ask whether it is still wanted. After `stop`, it is dropped.
  package func submit(
    priority: ImagePriority, visibleAt: Duration,
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void
  ) -> Job {
    let ticket = board.withLock { $0.submit(work, priority: priority, visibleAt: visibleAt) }
    board.wakeOne()
    return Job(ticket: ticket)
  }

  /// Moves a job that has not started; others are left alone.
  package func setPriority(_ priority: ImagePriority, of job: Job) {
    board.withLock { $0.changeTurn(ofTicket: job.ticket) { $0.priority = priority } }
  }

  /// Changes when the result of a job is expected, if it has not started; others are left alone.
  package func setVisibleAt(_ visibleAt: Duration, of job: Job) {
    board.withLock { $0.changeTurn(ofTicket: job.ticket) { $0.visibleAt = visibleAt } }
  }

  /// Drops a job that has not started; tells a running one that it is no longer wanted.
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
  fileprivate func work() {
    while let job = wait(until: { $0.next() }) {
      job.run()
      withLock { $0.finish(job) }
    }
  }
}
