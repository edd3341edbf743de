import Dispatch

@testable import ImageLoading

/// One thread that a first job holds shut, and a record of the jobs that ran.
final class HeldThreads: Sendable {
  let threads = WorkerThreads(name: "test", KindCounts(screen: 1))
  private let gate = DispatchSemaphore(value: 0)
  private let log = JobLog()

  /// Returns when the thread is held.
  init() async {
    await withCheckedContinuation { started in
      _ = threads.submit(priority: .normal, visibleAt: .zero) { [gate] _ in
        started.resume()
        gate.wait()
      }
    }
  }

  deinit { gate.signal() }

  @discardableResult
  func submit(
    _ name: String, _ priority: ImagePriority, visibleAt: Duration = .zero
  ) -> WorkerThreads.Job {
    threads.submit(priority: priority, visibleAt: visibleAt) { [log] _ in log.append(name) }
  }

  /// Lets the thread go on; returns the jobs in the order in which they ran.
  func release() async -> [String] {
    gate.signal()
    await withCheckedContinuation { ended in
      _ = threads.submit(priority: .veryLow, visibleAt: .seconds(1_000)) { _ in ended.resume() }
    }
    threads.stop()
    return log.entries
  }
}
