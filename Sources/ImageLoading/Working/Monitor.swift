import Glibc

/// Some state, the lock that guards it, and a way to sleep until it changes.
///
/// A `Mutex` cannot be waited on, and worker threads must sleep while there is nothing to do.
///
/// `@unchecked Sendable` is safe: the state is touched by `withLock` and `wait` only, both under
/// the lock, and neither lets it out.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Sleeps until `body` returns something; it is asked at once, and after each `wake`.
  func wait<Result>(until body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Has one sleeping thread look at the state again.
  func wakeOne() { pthread_cond_signal(changed) }

  /// Has every sleeping thread look at the state again.
  func wakeAll() { pthread_cond_broadcast(changed) }
}
