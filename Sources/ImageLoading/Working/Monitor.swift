import Glibc

/// Some state, the lock that guards it, and ways to sleep until it changes.
///
/// A `Mutex` cannot be waited on, and worker threads must sleep while there is nothing to do.
///
/// `@unchecked Sendable` is safe: only `withLock` and `wait` touch the state, both under the lock,
/// and neither lets it out.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let conditions: UnsafeMutablePointer<pthread_cond_t>
  private let groups: Range<Int>

  /// - Parameter groups: how many groups of sleepers there are, to be woken each for itself.
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

  /// Sleeps until `body` returns something; it is asked at once, and each time the group is woken.
  func wait<Result>(on group: Int, until body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(conditions + group, mutex)
    }
  }

  /// Wakes one sleeping thread of a group, which looks at the state again.
  func wakeOne(on group: Int) { pthread_cond_signal(conditions + group) }

  /// Wakes every sleeping thread, which looks at the state again.
  func wakeAll() {
    for group in groups { pthread_cond_broadcast(conditions + group) }
  }
}
