import Dispatch
import ImageLoading
import Synchronization

/// A thread that yields to whatever else wants its core, and does jobs one after the other.
///
/// It starts with the first job and sleeps between them; it lives as long as the program.
final class BackgroundThread: Sendable {
  typealias Job = @Sendable () -> Void

  /// Like the threads that decode.
  private static let niceness: Int32 = 10

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)

  /// Any thread; returns at once.
  func run(_ job: @escaping Job) {
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    work.signal()
    if starts { start() }
  }

  private func start() {
    let thread = WorkerThread(niceness: Self.niceness) { [self] in
      while true {
        work.wait()
        state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }?()
      }
    }
    // The next job tries again.
    if thread == nil { state.withLock { $0.isRunning = false } }
  }
}
