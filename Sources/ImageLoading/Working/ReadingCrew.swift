import Synchronization

/// A group of threads with the same work: one per core, and more while they wait for distant files.
final class ReadingCrew: Sendable {
  private struct State {
    /// The threads that have not been joined.
    var threads: [WorkerThread] = []
    var started = 0
  }

  private let name: String
  private let first: Int
  private let most: Int
  private let body: @Sendable (ReadingCrew) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - name: the name shown by the system, at most 15 bytes.
  ///   - first: the number of threads to start.
  ///   - most: the maximum number of threads.
  ///   - body: the work of each thread, until no more is left. It calls ``grow()`` if files are distant.
  init(name: String, first: Int, most: Int, _ body: @escaping @Sendable (ReadingCrew) -> Void) {
    self.name = name
    self.first = first
    self.most = most
    self.body = body
  }

  /// Starts the first threads.
  ///
  /// - Parameter niceness: added to that of the calling thread.
  /// - Returns: whether at least one has started.
  func start(niceness: Int32) -> Bool {
    for _ in 0..<first { add(niceness: niceness) }
    return state.withLock { $0.started > 0 }
  }

  /// Starts another thread, up to the maximum; called on a thread of the group.
  func grow() { add(niceness: 0) }

  /// Waits until all threads have ended, including those that start meanwhile.
  func join() {
    while let thread = state.withLock({ $0.threads.popLast() }) { thread.join() }
  }

  private func add(niceness: Int32) {
    state.withLock { state in
      guard state.started < most,
        let thread = WorkerThread(name: name, niceness: niceness, { [self] in body(self) })
      else { return }
      state.threads.append(thread)
      state.started += 1
    }
  }
}
