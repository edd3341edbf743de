import Synchronization

/// Loads pictures into a pipeline's memory before anybody asks for them.
///
/// Requests given to it run at its own low priority, so that none makes a picture on screen wait. A
/// request for the same picture from elsewhere joins, and raises, what is on its way here; stopping here
/// then leaves that one alone. It may be used from any thread. Releasing it stops everything.
public final class ImagePrefetcher: Sendable {
  private struct State {
    var priority: ImagePriority
    var tasks: [ImageRequest: (ticket: UInt64, task: ImageTask)] = [:]
    var lastTicket: UInt64 = 0
  }

  private let pipeline: ImagePipeline
  private let state: Mutex<State>

  /// - Parameter priority: of everything it loads, whatever the requests say; `.low` by default.
  public init(pipeline: ImagePipeline, priority: ImagePriority = .low) {
    self.pipeline = pipeline
    state = Mutex(State(priority: priority))
  }

  deinit { stopAll() }

  /// How urgent it is; a change reaches what is on its way.
  public var priority: ImagePriority {
    get { state.withLock { $0.priority } }
    set {
      let tasks = state.withLock { state in
        state.priority = newValue
        return state.tasks.values.map(\.task)
      }
      for task in tasks { task.priority = newValue }
    }
  }

  /// Starts to load what is neither in memory nor being prefetched yet, in this order.
  public func start(_ requests: [ImageRequest]) {
    for request in requests { start(request) }
  }

  /// Stops loading these; others that wait for the same pictures still get them.
  public func stop(_ requests: [ImageRequest]) {
    let tasks = state.withLock { state in
      requests.compactMap { state.tasks.removeValue(forKey: $0)?.task }
    }
    for task in tasks { task.cancel() }
  }

  /// Stops loading anything.
  public func stopAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return state.tasks.values.map(\.task)
    }
    for task in tasks { task.cancel() }
  }

  private func start(_ wanted: ImageRequest) {
    state.withLock { state in
      guard state.tasks[wanted] == nil else { return }
      var request = wanted
      request.priority = state.priority
      state.lastTicket += 1
      let ticket = state.lastTicket
      // Under the lock, so that its end, on another thread, comes after it has been noted.
      let task = pipeline.loadImage(with: request) { [weak self] _ in
        self?.forget(wanted, ticket)
      }
      state.tasks[wanted] = (ticket, task)
    }
  }

  /// Drops a task that has ended, unless it has been stopped and another has taken its place.
  private func forget(_ request: ImageRequest, _ ticket: UInt64) {
    state.withLock { state in
      if state.tasks[request]?.ticket == ticket { state.tasks[request] = nil }
    }
  }
}
