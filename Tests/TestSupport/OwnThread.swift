import Foundation
import Testing

/// A trait whose tests run on threads of their own.
///
/// A test body that waits for a process, a loop or a socket would otherwise hold a thread of the cooperative pool.
/// That pool has a thread for each processor, so unrelated tests would wait too.
package struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
  private static let mark = "OwnThreadTrait"

  /// Whether the current thread is one test's own.
  package static var isInForce: Bool { Thread.current.threadDictionary[mark] != nil }

  package var isRecursive: Bool { true }

  fileprivate static func markThread() { Thread.current.threadDictionary[mark] = true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreadTrait {
  /// Runs the tests on threads of their own, where they may block.
  package static var ownThread: Self { OwnThreadTrait() }
}

/// An executor with a thread for each job.
private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread {
      OwnThreadTrait.markThread()
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
    thread.start()
  }
}
