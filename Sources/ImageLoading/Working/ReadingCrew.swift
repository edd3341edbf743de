import Synchronization

/// Threads that do the same: one for each core, and more where they wait for distant files.
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
  ///   - name: what the system shows, 15 bytes at most.
  ///   - first: how many start.
  ///   - most: how many there are at most.
  ///   - body: what each does, until there is no more to do. It says by ``grow()`` that files are distant.
  init(name: String, first: Int, most: Int, _ body: @escaping @Sendable (ReadingCrew) -> Void) {
    self.name = name
    self.first = first
    self.most = most
    self.body = body
  }

  /// Starts the first threads.
  ///
  /// - Parameter niceness: added to the calling thread's own.
  /// - Returns: whether the system has started one of them.
  func start(niceness: Int32) -> Bool {
    for _ in 0..<first { add(niceness: niceness) }
    return state.withLock { $0.started > 0 }
  }

  /// Starts one more thread, unless there are as many as there may be; on a thread of these.
  func grow() { add(niceness: 0) }

  /// Waits until all have ended, also those that start meanwhile.
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
