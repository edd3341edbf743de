import Dispatch

/// Holds up a thread of the code under test until the test lets it go on.
package struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Blocks, for a minute at most: a limit against hanging, which no passing test reaches.
  package func pass() { _ = semaphore.wait(timeout: .now() + 60) }

  package func open() { semaphore.signal() }
}
