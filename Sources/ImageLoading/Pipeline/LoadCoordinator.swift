import Dispatch
import FoundationEssentials
import Synchronization

/// Carries out what the graph of loads wants done, and tells it what became of it.
///
/// The graph lives on one serial queue. It is not the queue of the transfers: libcurl can hold that
/// one for milliseconds, and pictures from files and memory do not wait for it.
final class LoadCoordinator: Sendable {
  enum Message: Sendable {
    case start(ImageTask)
    case cancel(ImageTask)
    case changePriority(ImageTask)
    case cancelAll
    case fetched(URL, LoadID, Result<Data, ImageError>)
    case decoded(ImageRequest, LoadID, Result<PixelImage, ImageError>, bytesRead: Int)
  }

  /// What only `drain` touches, on the queue; the lock is never contended.
  private struct State {
    var graph: LoadGraph
    var fetches: [LoadID: any DataTask] = [:]
    var jobs: [LoadID: WorkerThreads.Job] = [:]
    /// Started by the first picture that is decoded.
    var threads: WorkerThreads?
  }

  let cache: ImageCache
  let configuration: ImagePipeline.Configuration
  private let inbox: Inbox<Message>
  private let state: Mutex<State>
  private let statistics = Mutex(LoadStatistics())
  private let tasksInFlight = Atomic(0)
  private let directHits = Atomic(0)

  init(_ configuration: ImagePipeline.Configuration) {
    self.configuration = configuration
    cache = ImageCache(costLimitBytes: configuration.memoryLimitBytes)
    inbox = Inbox(queue: DispatchQueue(label: "images"))
    let limits = LoadQueue<URL>.Limits(
      total: configuration.maximumConcurrentLoads, perHost: configuration.connectionsPerHost)
    state = Mutex(State(graph: LoadGraph(limits: limits)))
  }

  func cachedImage(for request: ImageRequest) -> PixelImage? {
    let image = cache.image(for: request)
    if image != nil { directHits.add(1, ordering: .relaxed) }
    return image
  }

  func start(_ task: ImageTask) {
    tasksInFlight.add(1, ordering: .relaxed)
    post(.start(task))
  }

  func post(_ message: Message) {
    inbox.post(message) { self.drain() }
  }

  /// What the graph has counted up to the last batch, and what is counted beside it.
  var currentStatistics: LoadStatistics {
    var statistics = statistics.withLock { $0 }
    let directHits = directHits.load(ordering: .relaxed)
    statistics.requested += directHits
    statistics.memoryHits += directHits
    statistics.tasksInFlight = tasksInFlight.load(ordering: .relaxed)
    statistics.cacheBytes = cache.costBytes
    return statistics
  }
}

// MARK: - On the queue

extension LoadCoordinator {
  private func drain() {
    let messages = inbox.takeAll()
    var deliveries: [(ImageTask, Result<PixelImage, ImageError>)] = []
    state.withLock { state in
      for message in messages { receive(message, &state) }
      for action in state.graph.takeActions() {
        if case .deliver(let task, let result) = action {
          deliveries.append((task, result))
        } else {
          perform(action, &state)
        }
      }
      let latest = state.graph.statistics
      statistics.withLock { $0 = latest }
    }
    for (task, result) in deliveries {
      task.deliver(result)
      tasksInFlight.subtract(1, ordering: .relaxed)
    }
  }

  private func receive(_ message: Message, _ state: inout State) {
    switch message {
    case .start(let task):
      // Here, not where the task was made: a picture enters the cache before its load leaves the
      // graph, so that one of the two always has it.
      if let image = cache.image(for: task.request) {
        state.graph.answer(task, with: image)
      } else {
        state.graph.join(task)
      }
    case .cancel(let task): state.graph.leave(task)
    case .changePriority(let task): state.graph.reprioritize(task)
    case .cancelAll: state.graph.leaveAll()
    case .fetched(let url, let id, let result):
      state.fetches[id] = nil
      state.graph.fetched(url, id, result)
    case .decoded(let request, let id, let result, let bytesRead):
      state.jobs[id] = nil
      state.graph.decoded(request, id, result, bytesRead: bytesRead)
    }
  }

  private func perform(_ action: LoadAction, _ state: inout State) {
    switch action {
    case .fetch(let url, let id):
      state.fetches[id] = configuration.dataLoader.loadBody(from: url, limits: configuration.limits)
      {
        [weak self] result in self?.post(.fetched(url, id, result))
      }
    case .cancelFetch(let id):
      state.fetches.removeValue(forKey: id)?.cancel()
    case .decode(let request, let id, let bytes, let priority):
      let work = decoding(request, id, bytes)
      let threads = state.threads ?? WorkerThreads()
      state.threads = threads
      state.jobs[id] = threads.submit(priority: priority, visibleAt: .zero, work)
    case .prioritizeDecode(let id, let priority):
      if let job = state.jobs[id] { state.threads?.setPriority(priority, of: job) }
    case .cancelDecode(let id):
      if let job = state.jobs.removeValue(forKey: id) { state.threads?.cancel(job) }
    case .deliver:
      break
    }
  }
}
