import Synchronization

/// A task that may be cancelled before it is there.
final class PendingClaim: Sendable {
  private let state = Mutex<(task: ImageTask?, isCancelled: Bool)>((nil, false))

  func fill(_ task: ImageTask) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
