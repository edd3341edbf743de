import Synchronization

/// Loads pictures into a pipeline's caches before anyone asks for them.
///
/// Its requests run at its own low priority, so that none makes a picture on screen wait. A request
/// for the same picture from elsewhere joins the load here, and raises it; stopping here then
/// leaves that request alone. You may use a prefetcher from any thread. Releasing it stops
/// everything.
public final class ImagePrefetcher: Sendable {
  /// How far it prepares a picture.
  public enum Destination: Sendable {
    /// It decodes the picture into memory; the bytes go into the disk cache on the way.
    case memory
    /// It fetches the bytes into the disk cache, and decodes nothing.
    ///
    /// A request whose header fields keep it out of that cache is prepared as for `memory`.
    case disk
  }

  private let pipeline: ImagePipeline
  private let destination: Destination
  private let state: Mutex<State>

  /// - Parameters:
  ///   - pipeline: loads and keeps the pictures.
  ///   - destination: `.memory` by default.
  ///   - priority: of everything it loads, whatever the requests say; `.low` by default.
  public init(
    pipeline: ImagePipeline, destination: Destination = .memory, priority: ImagePriority = .low
  ) {
    self.pipeline = pipeline
    self.destination = destination
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

  /// Called on any thread each time nothing is outstanding any more.
  ///
  /// The report says what became of everything since the last time, whether it was loaded, found or
  /// stopped.
  ///
  /// The requests of one `start` are in one report, however soon the first of them end. A `start`
  /// without requests while nothing is outstanding calls it too; a `stop` that finds nothing to
  /// stop does not.
  public var didComplete: (@Sendable (PrefetchReport) -> Void)? {
    get { state.withLock { $0.didComplete } }
    set { state.withLock { $0.didComplete = newValue } }
  }

  /// Whether nothing starts for now: current loads go on, and new requests wait.
  public var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      let held = state.withLock { state -> [ImageRequest] in
        state.isPaused = newValue
        return newValue ? [] : state.takeHeld()
      }
      give(held)
    }
  }

  /// Starts to load the requests that are neither in memory nor being prefetched yet, in this
  /// order.
  public func start(_ requests: [ImageRequest]) {
    let ready = state.withLock { state -> [ImageRequest] in
      state.hasNews = true
      return state.isPaused ? state.hold(requests) : requests
    }
    give(ready)
  }

  /// Stops loading these; others that wait for the same pictures still get them.
  public func stop(_ requests: [ImageRequest]) {
    let tasks = state.withLock { state in requests.compactMap { state.give(up: $0) } }
    for task in tasks { task.cancel() }
    completeIfDone()
  }

  /// Stops loading anything.
  public func stopAll() {
    stop(state.withLock { $0.outstanding })
  }
}

extension ImagePrefetcher {
  /// Starts them all.
  ///
  /// Nothing is complete before the last one has started, however soon the first ones end.
  private func give(_ requests: [ImageRequest]) {
    state.withLock { $0.lists += 1 }
    for request in requests { startUnlessPresent(request) }
    state.withLock { $0.lists -= 1 }
    completeIfDone()
  }

  private func startUnlessPresent(_ wanted: ImageRequest) {
    if destination(of: wanted) == .memory, wanted.cachePolicy != .reload,
      pipeline.isInMemory(wanted)
    {
      return state.withLock { $0.report.alreadyInMemory.append(wanted) }
    }
    state.withLock { state in
      guard state.tasks[wanted] == nil else { return }
      var request = wanted
      request.priority = state.priority
      state.lastTicket += 1
      // Under the lock, so that its end, on another thread, comes after it has been noted.
      state.tasks[wanted] = (state.lastTicket, load(request, for: wanted, state.lastTicket))
    }
  }

  private func destination(of request: ImageRequest) -> Destination {
    request.address.isKeptOnDisk ? destination : .memory
  }

  private func load(
    _ request: ImageRequest, for wanted: ImageRequest, _ ticket: UInt64
  ) -> ImageTask {
    switch destination(of: request) {
    case .memory:
      pipeline.loadImage(with: request) { [weak self] result in
        self?.ended(wanted, ticket, result.map { _ in () })
      }
    case .disk:
      pipeline.loadData(with: request) { [weak self] result in
        self?.ended(wanted, ticket, result.map { _ in () })
      }
    }
  }

  /// Notes the end of a task, unless it has been stopped and another has taken its place.
  private func ended(
    _ request: ImageRequest, _ ticket: UInt64, _ result: Result<Void, ImageError>
  ) {
    state.withLock { $0.end(request, ticket, result) }
    completeIfDone()
  }

  private func completeIfDone() {
    let (didComplete, report) = state.withLock { state in (state.didComplete, state.takeReport()) }
    if let report { didComplete?(report) }
  }
}

extension ImagePrefetcher {
  private struct State {
    var priority: ImagePriority
    var isPaused = false
    var tasks: [ImageRequest: (ticket: UInt64, task: ImageTask)] = [:]
    var lastTicket: UInt64 = 0
    /// How many lists are starting just now.
    var lists = 0
    /// The requests that came while it was paused, in order.
    var held: [ImageRequest] = []
    var report = PrefetchReport()
    /// Whether a report is owed once nothing is outstanding.
    var hasNews = false
    var didComplete: (@Sendable (PrefetchReport) -> Void)?

    init(priority: ImagePriority) { self.priority = priority }

    var outstanding: [ImageRequest] { Array(tasks.keys) + held }

    mutating func hold(_ requests: [ImageRequest]) -> [ImageRequest] {
      var known = Set(held)
      for request in requests where tasks[request] == nil && known.insert(request).inserted {
        held.append(request)
      }
      return []
    }

    mutating func takeHeld() -> [ImageRequest] { exchange(&held, with: []) }

    /// Stops waiting for a request; returns the task to cancel, if it has one.
    mutating func give(up request: ImageRequest) -> ImageTask? {
      let index = held.firstIndex(of: request)
      if let index { held.remove(at: index) }
      let task = tasks.removeValue(forKey: request)?.task
      if index != nil || task != nil {
        report.failed.append(.init(request: request, error: .cancelled))
        hasNews = true
      }
      return task
    }

    mutating func end(
      _ request: ImageRequest, _ ticket: UInt64, _ result: Result<Void, ImageError>
    ) {
      guard tasks[request]?.ticket == ticket else { return }
      tasks[request] = nil
      switch result {
      case .success: report.loaded.append(request)
      case .failure(let error): report.failed.append(.init(request: request, error: error))
      }
      hasNews = true
    }

    mutating func takeReport() -> PrefetchReport? {
      guard hasNews, lists == 0, tasks.isEmpty, held.isEmpty else { return nil }
      hasNews = false
      return exchange(&report, with: PrefetchReport())
    }
  }
}

/// What became of the requests that a prefetcher was given.
public struct PrefetchReport: Sendable {
  /// A request that was not loaded: stopped ones have the error `.cancelled`.
  public struct Failure: Sendable {
    /// The request that failed.
    public let request: ImageRequest
    /// Why it failed.
    public let error: ImageError
  }

  /// Loaded, in the order in which they were ready.
  public internal(set) var loaded: [ImageRequest] = []
  /// Nothing had to be done for these.
  public internal(set) var alreadyInMemory: [ImageRequest] = []
  /// The requests that failed, each with its error.
  public internal(set) var failed: [Failure] = []

  /// An empty report.
  public init() {}
}
