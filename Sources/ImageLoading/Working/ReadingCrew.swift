import Synchronization

/// Threads that do the same: one for each core, and more where files keep them waiting.
final class ReadingCrew: Sendable {
  private struct State {
    var demand = ThreadDemand()
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
  ///   - first: how many start where no file keeps a thread waiting.
  ///   - most: how many there are at most.
  ///   - body: what each does, until there is no more to do. It says by ``note(_:)`` how it spends its time.
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
    for _ in 0..<first { add(niceness: niceness, upTo: most) }
    return state.withLock { $0.started > 0 }
  }

  /// Takes how a thread of these has spent its time, and starts one more if files keep it waiting; on that thread.
  func note(_ time: ThreadDemand.JobTime) {
    let wanted = state.withLock { state in
      state.demand.note(time)
      return state.demand.threads(forCores: first, most: most)
    }
    add(niceness: 0, upTo: wanted)
  }

  /// Waits until all have ended, also those that start meanwhile.
  func join() {
    while let thread = state.withLock({ $0.threads.popLast() }) { thread.join() }
  }

  /// Starts a thread unless there are as many as wanted; others may have started some meanwhile.
  private func add(niceness: Int32, upTo wanted: Int) {
    state.withLock { state in
      guard state.started < wanted,
        let thread = WorkerThread(name: name, niceness: niceness, { [self] in body(self) })
      else { return }
      state.threads.append(thread)
      state.started += 1
    }
  }
}
