import Dispatch

/// Holds a thread of somebody else's up until the test lets it go on.
struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Blocks, for ten seconds at most.
  func pass() { _ = semaphore.wait(timeout: .now() + 10) }

  func open() { semaphore.signal() }
}
