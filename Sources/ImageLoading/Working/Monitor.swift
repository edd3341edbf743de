import Glibc

/// A state with a lock, and condition variables to wait for its changes.
///
/// `Mutex` has no condition variables, and worker threads must sleep while they have no jobs.
///
/// `@unchecked Sendable` is safe: only `withLock` and `wait` access the state, both under the lock,
/// and neither lets it escape.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let conditions: UnsafeMutablePointer<pthread_cond_t>
  private let groups: Range<Int>

  /// - Parameter groups: the number of groups of waiting threads, which are woken separately.
  init(_ state: sending State, groups count: Int) {
    self.state = state
    groups = 0..<count
    conditions = .allocate(capacity: count)
    pthread_mutex_init(mutex, nil)
    for group in groups { pthread_cond_init(conditions + group, nil) }
  }

  deinit {
    for group in groups { pthread_cond_destroy(conditions + group) }
    pthread_mutex_destroy(mutex)
    conditions.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Waits until `body` returns a value; it is called immediately, and whenever the group is woken.
  func wait<Result>(on group: Int, until body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(conditions + group, mutex)
    }
  }

  /// Wakes one waiting thread of a group, which checks the state again.
  func wakeOne(on group: Int) { pthread_cond_signal(conditions + group) }

  /// Wakes all waiting threads, which check the state again.
  func wakeAll() {
    for group in groups { pthread_cond_broadcast(conditions + group) }
  }
}
