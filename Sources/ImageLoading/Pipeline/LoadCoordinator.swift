import DiskCache
import FoundationEssentials
import ImageDecoding
import LocalPictures
import Raster
import Synchronization

/// Performs the actions of the graph of loads, and reports their results to it.
///
/// The graph has a thread of its own. It is not the thread of the transfers, which libcurl can
/// block for milliseconds, while pictures from files and memory must not wait. The thread inherits
/// its niceness from the one that loads the first picture. It also calls the callers back, so that
/// no caller ever waits for a lock that a decoder holds.
final class LoadCoordinator: Sendable {
  enum Message: Sendable {
    case start(ImageTask)
    case cancel(ImageTask)
    case changeUrgency(ImageTask)
    case cancelAll
    case invalidate
    case retryNow
    case decodeFrame(AnimatedImage, ImagePriority, ImagePipeline.FrameCompletion)
    case decodedFrame(Result<AnimationFrame?, ImageError>, ImagePipeline.FrameCompletion)
    /// The graph's next alarm is due.
    case wake
    case fetched(LoadID, attempt: AttemptID, DataEvent)
    case ended(LoadJobs.Outcome)
  }

  /// The state, accessed only by `drain` on the graph's thread.
  struct State: Sendable {
    var graph: LoadGraph
    /// The tasks without a result; the graph knows them by their IDs.
    var tasks: [TaskID: ImageTask] = [:]
    var fetches: [AttemptID: any DataTask] = [:]
    var jobs: LoadJobs
    var alarm: (any AnyObject & Sendable)?
    var alarmAt: Duration?
    /// The reports to make once the state is back under its lock.
    var reports: [Report] = []
  }

  /// A report to a caller.
  enum Report: Sendable {
    case update(ImageTask, ImageTask.Update)
    case deliver(ImageTask, Result<LoadOutput, ImageError>, LoadTrace)
    case frame(Result<AnimationFrame?, ImageError>, ImagePipeline.FrameCompletion)
    case record(LoadTrace)
  }

  let cache: ImageCache
  let configuration: ImagePipeline.Configuration
  private let thumbnails: ThumbnailShelf?
  private let inbox = Inbox<Message>(thread: SerialThread(name: "images"))
  /// The state; nil while `drain` works on it, so that no caller's code runs under the lock.
  private let state: Mutex<State?>
  private let statistics = Mutex(LoadStatistics())
  private let tasksInFlight = Atomic(0)
  private let directHits = Atomic(0)
  private let taskCount = Atomic<UInt64>(0)

  init(_ configuration: ImagePipeline.Configuration) {
    self.configuration = configuration
    cache = configuration.imageCache
    var setup = LoadGraph.Setup(
      queueLimits: .init(
        total: configuration.maximumConcurrentLoads, perHost: configuration.connectionsPerHost))
    setup.queueLimits.bytesInHand = configuration.maximumBytesInHand
    setup.limits = configuration.limits
    setup.retries = configuration.retryPolicy
    setup.hasDataCache = configuration.dataCache != nil
    setup.makesStandIns = configuration.decoder is ImageDecoder
    setup.decodeThreads = configuration.decoderCounts.total
    let jobs = LoadJobs(configuration)
    thumbnails = jobs.thumbnails
    state = Mutex(State(graph: LoadGraph(setup), jobs: jobs))
  }

  /// Returns a picture from memory; a speculative request leaves it on probation.
  func cachedImage(for request: ImageRequest) -> PixelImage? {
    let image =
      request.priority.isSpeculative ? cache.peek(for: request) : cache.image(for: request)
    if image != nil { directHits.add(1, ordering: .relaxed) }
    return image
  }

  func makeTaskID() -> TaskID {
    TaskID(number: taskCount.add(1, ordering: .relaxed).newValue)
  }

  func start(_ task: ImageTask) {
    tasksInFlight.add(1, ordering: .relaxed)
    post(.start(task))
  }

  func post(_ message: Message) {
    inbox.post(message) { self.drain() }
  }

  /// The graph's statistics after the last turn, with those counted outside it.
  var currentStatistics: LoadStatistics {
    var statistics = statistics.withLock { $0 }
    let directHits = directHits.load(ordering: .relaxed)
    statistics.requested += directHits
    statistics.memoryHits += directHits
    statistics.tasksInFlight = tasksInFlight.load(ordering: .relaxed)
    statistics.cacheBytes = cache.costBytes
    statistics.cacheProblem = configuration.dataCache?.problemIfFree
    return statistics
  }

  func flushThumbnails(within limit: Duration) { thumbnails?.flush(within: limit) }
}

// MARK: - On the graph's thread

extension LoadCoordinator {
  /// Takes one turn: handles the messages posted so far, and then starts what may start.
  private func drain() {
    let messages = inbox.takeAll()
    // The turn before may have handled the message that this call is for.
    if messages.isEmpty { return }
    guard var state = state.withLock({ exchange(&$0, with: nil) }) else {
      return assertionFailure("two threads drain")
    }
    state.graph.time = configuration.clock.time
    receive(messages, &state)
    // A caller may have canceled meanwhile; then no transfer begins. A job may have ended, which took time.
    let later = inbox.takeAll()
    if !later.isEmpty { state.graph.time = configuration.clock.time }
    receive(later, &state)
    state.graph.endTurn()
    perform(&state)
    setAlarm(&state)
    let reports = exchange(&state.reports, with: [])
    let latest = state.graph.statistics
    statistics.withLock { $0 = latest }
    self.state.withLock { [state] in $0 = state }
    for report in reports { make(report) }
  }

  private func receive(_ messages: [Message], _ state: inout State) {
    for message in messages {
      receive(message, &state)
      // Perform the actions now: the next message may request the picture that this one has brought.
      perform(&state)
    }
  }

  private func receive(_ message: Message, _ state: inout State) {
    switch message {
    case .start(let task): admit(task, &state)
    case .cancel(let task):
      state.graph.leave(task.claim.id)
    case .changeUrgency(let task):
      state.graph.reprioritize(task.claim.id, task.urgency(at: state.graph.time.elapsed))
    case .cancelAll: state.graph.leaveAll()
    case .invalidate: state.graph.invalidate()
    case .retryNow: state.graph.retryNow()
    case .decodeFrame(let animation, let priority, let completion):
      // Capturing `self` keeps the threads alive: they drop pending jobs when they are released.
      state.jobs.decodeFrame(of: animation, priority, at: state.graph.time.elapsed) {
        self.post(.decodedFrame($0, completion))
      }
    case .decodedFrame(let result, let completion):
      state.reports.append(.frame(result, completion))
    case .wake:
      // The alarm fires once; remaining ones are set again.
      state.alarmAt = nil
      state.graph.wake()
    case .fetched(let id, let attempt, let event):
      if event.isLast { state.fetches[attempt] = nil }
      state.graph.fetched(id, attempt: attempt, event)
    case .ended(let outcome):
      state.jobs.acknowledge(outcome)
      receive(outcome, &state)
    }
  }

  private func receive(_ outcome: LoadJobs.Outcome, _ state: inout State) {
    switch outcome {
    case .lookedUp(let id, let cached): state.graph.lookedUp(id, cached)
    case .read(let id, let result): state.graph.read(id, result)
    case .worked(let id, let result, let work): state.graph.worked(id, result, work)
    case .notStored: break
    case .stoodIn(let picture, let job, let preview):
      state.graph.stoodIn(picture, job, preview)
    case .previewed(let transfer, let job, let request, let preview):
      state.graph.previewed(transfer, job, request, preview)
    }
  }

  /// Adds a task to the graph, with its picture in memory if there is one.
  ///
  /// The memory cache is searched here and not where the task is created. A picture enters the
  /// cache when its load leaves the graph, on this thread, so that one of them always has it.
  private func admit(_ task: ImageTask, _ state: inout State) {
    let claim = task.claim
    state.tasks[claim.id] = task
    if task.isCancelled { return state.graph.refuse(claim, .cancelled) }
    let found =
      claim.wanted == .picture
      ? cache.findNearest(to: claim.request, isUse: !task.priority.isSpeculative) : nil
    state.graph.join(
      claim, task.urgency(at: state.graph.time.elapsed), from: found.map(PictureBase.init))
  }

  /// Performs the graph's actions, but queues the reports to callers until the lock is free.
  private func perform(_ state: inout State) {
    for action in state.graph.takeActions() {
      switch action {
      case .transfer(let action): perform(action, &state)
      case .job(let action):
        state.jobs.perform(action) { [weak self] in self?.post(.ended($0)) }
      case .cache(let action): perform(action, at: state.graph.time.wallSeconds)
      case .report(let report): add(report, &state)
      }
    }
  }

  private func perform(_ action: TransferAction, _ state: inout State) {
    switch action {
    case .fetch(let request, let id, let attempt):
      state.fetches[attempt] = configuration.dataLoader.loadData(for: request) {
        [weak self] event in self?.post(.fetched(id, attempt: attempt, event))
      }
    case .cancel(let attempt):
      state.fetches.removeValue(forKey: attempt)?.cancel()
    }
  }

  /// Queues a report for the task that it names.
  private func add(_ report: LoadReport, _ state: inout State) {
    switch report {
    case .update(let id, let update):
      guard let task = state.tasks[id] else { return assertionFailure("update: no task \(id)") }
      state.reports.append(.update(task, update))
    case .deliver(let id, let result, let trace):
      guard let task = state.tasks.removeValue(forKey: id) else {
        return assertionFailure("deliver: no task \(id)")
      }
      state.reports.append(.deliver(task, result, trace))
    case .record(let trace): state.reports.append(.record(trace))
    }
  }

  /// Reports to callers, which may call back.
  private func make(_ report: Report) {
    switch report {
    case .update(let task, let update): task.report(update)
    case .deliver(let task, let result, let trace):
      task.deliver(result, trace)
      tasksInFlight.subtract(1, ordering: .relaxed)
    case .frame(let result, let completion): completion(result)
    case .record(let trace):
      configuration.trace?(trace)
    }
  }

  /// Sets the timer for the graph's next alarm; without an alarm, there is no timer.
  private func setAlarm(_ state: inout State) {
    let instant = state.graph.nextWake
    if instant == state.alarmAt { return }
    state.alarmAt = instant
    state.alarm = instant.map { instant in
      configuration.clock.alarm(after: instant - state.graph.time.elapsed) { [weak self] in
        self?.post(.wake)
      }
    }
  }
}
