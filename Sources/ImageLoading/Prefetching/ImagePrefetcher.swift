import Dispatch
import Synchronization

/// Loads pictures into a pipeline's caches before they are needed.
///
/// Pictures are decoded into the memory cache; their bytes are stored in the disk cache on the way.
///
/// Its requests have a low priority, so that visible pictures never wait for them. A request for
/// the same picture from elsewhere joins the load and raises its priority; stopping the prefetch
/// then leaves that request alone. You may use a prefetcher from any thread. Releasing it stops
/// everything.
public final class ImagePrefetcher: Sendable {
  private let pipeline: ImagePipeline
  private let soon: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state: Mutex<State>

  /// Creates a prefetcher.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline that loads the pictures.
  ///   - priority: the priority of its loads, whatever their requests say; `.low` by default.
  public convenience init(
    pipeline: ImagePipeline, priority: ImagePriority = .low
  ) {
    self.init(pipeline: pipeline, priority: priority) { body in
      let frame = DispatchTimeInterval.milliseconds(16)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + frame, execute: body)
    }
  }

  /// - Parameter soon: calls its argument, on any thread, after the caller's turn.
  init(
    pipeline: ImagePipeline, priority: ImagePriority,
    soon: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.pipeline = pipeline
    self.soon = soon
    state = Mutex(State(priority: priority))
  }

  deinit { stopAll() }

  /// The priority of all loads; changing it also affects those in progress.
  public var priority: ImagePriority {
    get { state.withLock { $0.priority } }
    set {
      let tasks = state.withLock { state in
        state.priority = newValue
        return state.tasks
      }
      for task in tasks { task.priority = newValue }
    }
  }

  /// A handler called on any thread whenever no requests are outstanding any more.
  ///
  /// The report has the results of all requests since the last report, whether they were loaded, found or stopped.
  ///
  /// The requests of one `start` are in one report, however soon the first of them end. A `start`
  /// without requests calls the handler too if nothing is outstanding; a `stop` that stops nothing
  /// does not.
  public var didComplete: (@Sendable (PrefetchReport) -> Void)? {
    get { state.withLock { $0.didComplete } }
    set {
      let earlier = state.withLock { exchange(&$0.didComplete, with: newValue) }
      // Release it outside the lock, because it may hold the last reference to a caller's object.
      withExtendedLifetime(earlier) {}
    }
  }

  /// Whether prefetching is paused: loads in progress continue, and new requests wait.
  public var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock { $0.isPaused = newValue }
      startSoon()
    }
  }

  /// Starts to load the requests that are neither in memory nor being prefetched, in this order.
  ///
  /// They begin one frame later, so that requests stopped within the same turn of the caller's loop never begin.
  ///
  /// - Complexity: O(*m*) for *m* requests, and O(*n* log *n*) for the *n* requests that are waiting.
  public func start(_ requests: [ImageRequest]) {
    state.withLock { $0.add(requests) }
    startSoon()
  }

  /// Stops prefetching requests; other callers that wait for the same pictures still get them.
  ///
  /// - Complexity: O(requests).
  public func stop(_ requests: [ImageRequest]) {
    let tasks = state.withLock { state in requests.compactMap { state.give(up: $0) } }
    for task in tasks { task.cancel() }
    completeIfDone()
  }

  /// Stops prefetching all requests.
  public func stopAll() {
    let tasks = state.withLock { $0.giveUpAll() }
    for task in tasks { task.cancel() }
    completeIfDone()
  }
}

extension ImagePrefetcher {
  /// Schedules the start of waiting requests, or reports completion if there are none.
  private func startSoon() {
    if state.withLock({ $0.takeStart() }) {
      soon { [weak self] in self?.startWaiting() }
    } else {
      completeIfDone()
    }
  }

  /// Starts the waiting requests, unless paused.
  ///
  /// A request stays in the waiting list until it has started, so that `stop` always finds it.
  /// Completion is reported only after the last one has started.
  private func startWaiting() {
    for (request, ticket) in state.withLock({ $0.takeStartable() }) { startLoad(request, ticket) }
    completeIfDone()
  }

  private func startLoad(_ wanted: ImageRequest, _ ticket: UInt64) {
    if wanted.cachePolicy != .reload, pipeline.isInMemory(wanted) {
      return state.withLock { $0.recordFound(wanted, ticket) }
    }
    guard let priority = state.withLock({ $0.moveToRunning(wanted, ticket) }) else { return }
    var request = wanted
    request.priority = priority
    let task = pipeline.loadImage(with: request) { [weak self] result in
      self?.ended(wanted, ticket, result.map { _ in () })
    }
    guard let latest = state.withLock({ $0.assign(task, to: wanted, ticket) }) else {
      return task.cancel()
    }
    if latest != priority { task.priority = latest }
  }

  /// Records the end of a task, unless it was stopped and replaced by another.
  private func ended(
    _ request: ImageRequest, _ ticket: UInt64, _ result: Result<Void, ImageError>
  ) {
    state.withLock { $0.recordEnd(request, ticket, result) }
    completeIfDone()
  }

  private func completeIfDone() {
    let (didComplete, report) = state.withLock { state in (state.didComplete, state.takeReport()) }
    if let report { didComplete?(report) }
  }
}

extension ImagePrefetcher {
  private struct State {
    /// A load in progress.
    struct Running {
      let ticket: UInt64
      /// The task, once it is created.
      var task: ImageTask?
    }

    var priority: ImagePriority
    var isPaused = false
    private(set) var running: [ImageRequest: Running] = [:]
    /// The requests that have not started, with increasing tickets.
    private var waiting: [ImageRequest: UInt64] = [:]
    private var lastTicket: UInt64 = 0
    /// Whether a start of the waiting requests is scheduled.
    private var isStarting = false
    private var report = PrefetchReport()
    /// Whether to report once nothing is outstanding.
    private var hasNews = false
    var didComplete: (@Sendable (PrefetchReport) -> Void)?

    init(priority: ImagePriority) { self.priority = priority }

    var tasks: [ImageTask] { running.values.compactMap(\.task) }

    mutating func add(_ requests: [ImageRequest]) {
      hasNews = true
      for request in requests where running[request] == nil && waiting[request] == nil {
        lastTicket += 1
        waiting[request] = lastTicket
      }
    }

    /// Whether the caller must schedule a start of the waiting requests.
    mutating func takeStart() -> Bool {
      if isStarting || isPaused || waiting.isEmpty { return false }
      isStarting = true
      return true
    }

    /// Returns the requests to start now, in order; none while paused.
    mutating func takeStartable() -> [(ImageRequest, UInt64)] {
      isStarting = false
      return isPaused ? [] : waiting.map { ($0, $1) }.sorted { $0.1 < $1.1 }
    }

    /// Records that a waiting request is already in memory.
    mutating func recordFound(_ request: ImageRequest, _ ticket: UInt64) {
      guard waiting[request] == ticket else { return }
      waiting[request] = nil
      report.alreadyInMemory.append(request)
    }

    /// Moves a waiting request to the running ones; returns its priority, or nil if it must not start.
    mutating func moveToRunning(_ request: ImageRequest, _ ticket: UInt64) -> ImagePriority? {
      guard !isPaused, waiting[request] == ticket else { return nil }
      waiting[request] = nil
      running[request] = Running(ticket: ticket)
      return priority
    }

    /// Assigns the task of a running request; returns the latest priority, or nil if it was stopped.
    mutating func assign(
      _ task: ImageTask, to request: ImageRequest, _ ticket: UInt64
    ) -> ImagePriority? {
      // Without an entry, the task may also have ended; canceling it then does nothing.
      guard running[request]?.ticket == ticket else { return nil }
      running[request]?.task = task
      return priority
    }

    /// Drops a request; returns the task to cancel, if it has one.
    mutating func give(up request: ImageRequest) -> ImageTask? {
      let waited = waiting.removeValue(forKey: request) != nil
      let running = running.removeValue(forKey: request)
      if waited || running != nil {
        report.failed.append(.init(request: request, error: .cancelled))
        hasNews = true
      }
      return running?.task
    }

    /// Drops all requests; returns the tasks to cancel.
    mutating func giveUpAll() -> [ImageTask] {
      (Array(running.keys) + Array(waiting.keys)).compactMap { give(up: $0) }
    }

    mutating func recordEnd(
      _ request: ImageRequest, _ ticket: UInt64, _ result: Result<Void, ImageError>
    ) {
      guard running[request]?.ticket == ticket else { return }
      running[request] = nil
      switch result {
      case .success: report.loaded.append(request)
      case .failure(let error): report.failed.append(.init(request: request, error: error))
      }
      hasNews = true
    }

    mutating func takeReport() -> PrefetchReport? {
      guard hasNews, running.isEmpty, waiting.isEmpty else { return nil }
      hasNews = false
      return exchange(&report, with: PrefetchReport())
    }
  }
}
