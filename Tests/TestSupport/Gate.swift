import Dispatch

/// Holds up a thread of the code under test until the test lets it go on.
package struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Blocks, for ten seconds at most.
  package func pass() { _ = semaphore.wait(timeout: .now() + 10) }

  package func open() { semaphore.signal() }
}
