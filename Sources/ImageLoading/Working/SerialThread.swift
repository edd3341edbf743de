import Dispatch
import Synchronization

/// A thread that runs jobs one after the other, in order.
///
/// It starts with the first job, and sleeps between jobs. When released, it completes its jobs and
/// ends. A dispatch queue isn't suitable, because a caller may have to start a thread for it. A
/// thread that a decoder starts inherits its niceness, and can't lower that without privileges.
package final class SerialThread: Sendable {
  package typealias Job = @Sendable () -> Void

  /// The state that the thread itself retains, so that it doesn't retain its owner.
  private final class Line: Sendable {
    /// The jobs; nil means that no more follow.
    let jobs = HandOver<Job?>()
    let news = DispatchSemaphore(value: 0)

    func add(_ job: Job?) {
      if jobs.add(job) { news.signal() }
    }

    func work() {
      while true {
        news.wait()
        for job in jobs.takeAll() {
          guard let job else { return }
          job()
        }
      }
    }
  }

  private let name: String
  private let niceness: Int32
  private let line = Line()
  private let hasStarted = Atomic(false)

  /// - Parameters:
  ///   - name: the name shown by the system, at most 15 bytes.
  ///   - niceness: added to that of the thread that adds the first job.
  package init(name: String, niceness: Int32 = 0) {
    self.name = name
    self.niceness = niceness
  }

  deinit { line.add(nil) }

  /// Adds a job, on any thread, and returns immediately.
  package func run(_ job: @escaping Job) {
    line.add(job)
    if hasStarted.exchange(true, ordering: .relaxed) { return }
    if let thread = WorkerThread(name: name, niceness: niceness, { [line] in line.work() }) {
      thread.detach()
    } else {
      // Try again with the next job.
      hasStarted.store(false, ordering: .relaxed)
    }
  }
}
