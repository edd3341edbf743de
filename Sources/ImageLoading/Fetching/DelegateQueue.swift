import Foundation
import Synchronization

/// Runs a session's delegate calls on a dispatch queue, all that have come at one go.
///
/// `OperationQueue` itself makes an `Operation` of each and a turn of the queue for each.
///
/// `@unchecked Sendable` is safe, as of its superclass: what this adds has a lock.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  private let queue: DispatchQueue
  private let calls = Mutex<[@Sendable () -> Void]>([])

  init(_ queue: DispatchQueue) {
    self.queue = queue
    super.init()
  }

  override func addOperation(_ call: @escaping @Sendable () -> Void) {
    let isFirst = calls.withLock { calls in
      calls.append(call)
      return calls.count == 1
    }
    if isFirst { queue.async { self.run() } }
  }

  private func run() {
    let calls = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for call in calls { call() }
  }
}
