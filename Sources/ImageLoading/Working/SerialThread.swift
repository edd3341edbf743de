import Dispatch
import Synchronization

/// A thread that does jobs one after the other, in the order in which they were given.
///
/// It starts with the first job and sleeps between jobs. When it is released, it does what it was
/// given and ends. A dispatch queue would do, but a caller that finds no thread of it asleep starts
/// one. A thread that a decoder starts is as nice as the decoder, and without privilege stays so.
package final class SerialThread: Sendable {
  package typealias Job = @Sendable () -> Void

  /// What the thread itself holds, so that it does not keep its owner alive.
  private final class Line: Sendable {
    /// A nil means that there will be no more.
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
  ///   - name: what the system shows, 15 bytes at most.
  ///   - niceness: added to that of the thread which gives the first job.
  package init(name: String, niceness: Int32 = 0) {
    self.name = name
    self.niceness = niceness
  }

  deinit { line.add(nil) }

  /// Adds a job; any thread, returns at once.
  package func run(_ job: @escaping Job) {
    line.add(job)
    if hasStarted.exchange(true, ordering: .relaxed) { return }
    if let thread = WorkerThread(name: name, niceness: niceness, { [line] in line.work() }) {
      thread.detach()
    } else {
      // The next job tries again.
      hasStarted.store(false, ordering: .relaxed)
    }
  }
}
