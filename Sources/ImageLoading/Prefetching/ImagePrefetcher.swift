import Dispatch
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
    /// A request is loaded once its bytes are on disk. It fails with `ImageError.notStored` if they are not kept there:
    /// the server forbids it, they are too large, the disk is full, or the pipeline has no disk cache.
    ///
    /// A request whose header fields keep it out of that cache is prepared as for `memory`.
    case disk
  }

  private let pipeline: ImagePipeline
  private let destination: Destination
  private let soon: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - pipeline: loads and keeps the pictures.
  ///   - destination: `.memory` by default.
  ///   - priority: of everything it loads, whatever the requests say; `.low` by default.
  public convenience init(
    pipeline: ImagePipeline, destination: Destination = .memory, priority: ImagePriority = .low
  ) {
    self.init(pipeline: pipeline, destination: destination, priority: priority) { body in
      let frame = DispatchTimeInterval.milliseconds(16)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + frame, execute: body)
    }
  }

  /// - Parameter soon: calls its argument, on any thread, once the caller's turn is over.
  init(
    pipeline: ImagePipeline, destination: Destination, priority: ImagePriority,
    soon: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.pipeline = pipeline
    self.destination = destination
    self.soon = soon
    state = Mutex(State(priority: priority))
  }

  deinit { stopAll() }

  /// How urgent it is; a change reaches what is on its way.
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
    set {
      let earlier = state.withLock { exchange(&$0.didComplete, with: newValue) }
      // It is released after the lock, for it may hold the last of a caller's object.
      withExtendedLifetime(earlier) {}
    }
  }

  /// Whether nothing starts for now: current loads go on, and new requests wait.
  public var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock { $0.isPaused = newValue }
      startSoon()
    }
  }

  /// Starts to load the requests that are neither in memory nor being prefetched yet, in this
  /// order.
  ///
  /// They begin a frame later, so that what the same turn of the caller's loop stops never begins.
  ///
  /// - Complexity: O(requests), and O(n log n) for n requests that wait.
  public func start(_ requests: [ImageRequest]) {
    state.withLock { $0.add(requests) }
    startSoon()
  }

  /// Stops loading these; others that wait for the same pictures still get them.
  ///
  /// - Complexity: O(requests).
  public func stop(_ requests: [ImageRequest]) {
    let tasks = state.withLock { state in requests.compactMap { state.give(up: $0) } }
    for task in tasks { task.cancel() }
    completeIfDone()
  }

  /// Stops loading anything.
  public func stopAll() {
    let tasks = state.withLock { $0.giveUpAll() }
    for task in tasks { task.cancel() }
    completeIfDone()
  }
}

extension ImagePrefetcher {
  /// Starts what waits in a moment, or tells at once that nothing does.
  private func startSoon() {
    if state.withLock({ $0.takeStart() }) {
      soon { [weak self] in self?.startWaiting() }
    } else {
      completeIfDone()
    }
  }

  /// Starts what waits, unless it is paused.
  ///
  /// A request waits until it has started, so that a stop finds it at any time. Nothing is complete before the last
  /// one has started.
  private func startWaiting() {
    for (request, ticket) in state.withLock({ $0.takeStartable() }) { start(request, ticket) }
    completeIfDone()
  }

  private func start(_ wanted: ImageRequest, _ ticket: UInt64) {
    if destination(of: wanted) == .memory, wanted.cachePolicy != .reload,
      pipeline.isInMemory(wanted)
    {
      return state.withLock { $0.recordFound(wanted, ticket) }
    }
    guard let priority = state.withLock({ $0.begin(wanted, ticket) }) else { return }
    var request = wanted
    request.priority = priority
    let task = load(request, for: wanted, ticket)
    guard let latest = state.withLock({ $0.assign(task, to: wanted, ticket) }) else {
      return task.cancel()
    }
    if latest != priority { task.priority = latest }
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
      pipeline.storeData(with: request) { [weak self] result in
        self?.ended(wanted, ticket, result)
      }
    }
  }

  /// Records the end of a task, unless it has been stopped and another has taken its place.
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
    /// A load that has begun.
    struct Running {
      let ticket: UInt64
      /// The task, once it is made.
      var task: ImageTask?
    }

    var priority: ImagePriority
    var isPaused = false
    private(set) var running: [ImageRequest: Running] = [:]
    /// The requests that have not begun, by tickets that count up.
    private var waiting: [ImageRequest: UInt64] = [:]
    private var lastTicket: UInt64 = 0
    /// Whether those that wait begin soon.
    private var isStarting = false
    private var report = PrefetchReport()
    /// Whether a report is owed once nothing is outstanding.
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

    /// Whether the caller must see to it that what waits begins soon.
    mutating func takeStart() -> Bool {
      if isStarting || isPaused || waiting.isEmpty { return false }
      isStarting = true
      return true
    }

    /// Takes the requests that begin now, in order; none while it is paused.
    mutating func takeStartable() -> [(ImageRequest, UInt64)] {
      isStarting = false
      return isPaused ? [] : waiting.map { ($0, $1) }.sorted { $0.1 < $1.1 }
    }

    /// Records that a waiting request is in memory already.
    mutating func recordFound(_ request: ImageRequest, _ ticket: UInt64) {
      guard waiting[request] == ticket else { return }
      waiting[request] = nil
      report.alreadyInMemory.append(request)
    }

    /// Begins a waiting request; returns its priority, or nil if it is not to begin any more.
    mutating func begin(_ request: ImageRequest, _ ticket: UInt64) -> ImagePriority? {
      guard !isPaused, waiting[request] == ticket else { return nil }
      waiting[request] = nil
      running[request] = Running(ticket: ticket)
      return priority
    }

    /// Assigns the task to a request that has begun; returns the latest priority, or nil if it was stopped.
    mutating func assign(
      _ task: ImageTask, to request: ImageRequest, _ ticket: UInt64
    ) -> ImagePriority? {
      // Without an entry the task may also have ended; then to cancel it does nothing.
      guard running[request]?.ticket == ticket else { return nil }
      running[request]?.task = task
      return priority
    }

    /// Stops waiting for a request; returns the task to cancel, if it has one.
    mutating func give(up request: ImageRequest) -> ImageTask? {
      let waited = waiting.removeValue(forKey: request) != nil
      let running = running.removeValue(forKey: request)
      if waited || running != nil {
        report.failed.append(.init(request: request, error: .cancelled))
        hasNews = true
      }
      return running?.task
    }

    /// Stops waiting for anything; returns the tasks to cancel.
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
