import FoundationEssentials

/// Who waits for which picture, and which pictures wait for which bytes.
///
/// A pure value: what happens is told to it, what is to be done is taken from it. A batch of events
/// comes first and `takeActions` after, so that a load that was started and cancelled within one batch
/// costs no transfer, and the most urgent of a batch starts first.
struct LoadGraph: Sendable {
  /// While more than this has come and is not decoded, no speculation is fetched.
  ///
  /// A fast link would fill the memory otherwise; 32 MiB is about a second's work of two decode threads.
  private static let backlogLimitBytes = 32 << 20

  private var pictures: [ImageRequest: PictureLoad] = [:]
  private var transfers: [URL: TransferLoad] = [:]
  private var queue: LoadQueue<URL>
  private var counters = LoadStatistics()
  private var actions: [LoadAction] = []
  private var lastID: LoadID = 0
  /// What the transfers hold that have ended.
  private var backlogBytes = 0

  init(limits: LoadQueue<URL>.Limits) {
    queue = LoadQueue(limits: limits)
  }

  var statistics: LoadStatistics {
    var statistics = counters
    statistics.transfersInFlight = queue.runningCount
    statistics.queued = queue.waitingCount
    return statistics
  }

  /// What is to be done now, in order; it is taken once.
  mutating func takeActions() -> [LoadAction] {
    queue.holdsSpeculation = backlogBytes > Self.backlogLimitBytes
    while let url = queue.next() {
      guard let id = transfers[url]?.id else { continue }
      transfers[url]?.stage = .fetching
      counters.transfers += 1
      actions.append(.fetch(url, id))
    }
    defer { actions = [] }
    return actions
  }
}

// MARK: - What tasks want

extension LoadGraph {
  /// A task's picture was in memory.
  mutating func answer(_ task: ImageTask, with image: PixelImage) {
    counters.requested += 1
    counters.memoryHits += 1
    actions.append(.deliver(task, .success(image)))
  }

  /// A task wants a picture that is not in memory.
  mutating func join(_ task: ImageTask) {
    let request = task.request
    if pictures[request] != nil {
      counters.coalesced += 1
      pictures[request]?.audience.set(task.priority, for: task)
      passPriorityOn(of: request)
      return
    }
    counters.requested += 1
    do throws(ImageError) {
      let source = try ByteSource(of: request.url)
      pictures[request] = PictureLoad(id: makeID(), for: task)
      switch source {
      case .local: decode(request, nil)
      case .server(let host): fetch(request, from: host)
      }
    } catch {
      counters.failed += 1
      actions.append(.deliver(task, .failure(error)))
    }
  }

  /// A task has been cancelled: the load stops if it was the last one.
  mutating func leave(_ task: ImageTask) {
    let request = task.request
    guard pictures[request]?.audience.remove(task) == true else { return }
    actions.append(.deliver(task, .failure(.cancelled)))
    guard let picture = pictures[request], picture.audience.isEmpty else {
      return passPriorityOn(of: request)
    }
    counters.cancelled += 1
    if picture.isDecoding { actions.append(.cancelDecode(picture.id)) }
    forget(request)
  }

  /// A task has become more or less urgent.
  mutating func reprioritize(_ task: ImageTask) {
    guard pictures[task.request]?.audience.contains(task) == true else { return }
    pictures[task.request]?.audience.set(task.priority, for: task)
    passPriorityOn(of: task.request)
  }

  /// Every task is cancelled.
  mutating func leaveAll() {
    for task in pictures.values.flatMap(\.audience.members) { leave(task) }
  }
}

// MARK: - What became of it

extension LoadGraph {
  /// A transfer has ended; an answer to one that was given up is ignored.
  mutating func fetched(_ url: URL, _ id: LoadID, _ result: Result<Data, ImageError>) {
    guard let transfer = transfers[url], transfer.id == id else { return }
    queue.remove(url)
    switch result {
    case .success(let bytes):
      transfers[url]?.stage = .ended(bytes)
      backlogBytes += bytes.count
      counters.bytes += bytes.count
      for request in transfer.audience.members { decode(request, bytes) }
    case .failure(let error):
      transfers[url]?.stage = .ended(nil)
      for request in transfer.audience.members { finish(request, .failure(error)) }
    }
  }

  /// A picture has been decoded, or not; `bytesRead` are those of a local file.
  mutating func decoded(
    _ request: ImageRequest, _ id: LoadID, _ result: Result<PixelImage, ImageError>, bytesRead: Int
  ) {
    guard pictures[request]?.id == id else { return }
    counters.bytes += bytesRead
    finish(request, result)
  }
}

// MARK: - Steps

extension LoadGraph {
  private mutating func makeID() -> LoadID {
    lastID += 1
    return lastID
  }

  /// Waits for the bytes of a request's URL: joins their transfer, or uses what has just come.
  private mutating func fetch(_ request: ImageRequest, from host: String) {
    guard let priority = pictures[request]?.priority else { return }
    let url = request.url
    var transfer: TransferLoad
    if let known = transfers[url] {
      transfer = known
      counters.coalesced += 1
    } else {
      transfer = TransferLoad(id: makeID())
      queue.enqueue(url, host: host, priority: priority, visibleAt: .zero)
    }
    transfer.audience.set(priority, for: request)
    transfers[url] = transfer
    queue.setPriority(transfer.audience.priority, of: url)
    if let bytes = transfer.bytes { decode(request, bytes) }
  }

  private mutating func decode(_ request: ImageRequest, _ bytes: Data?) {
    guard let picture = pictures[request] else { return }
    pictures[request]?.isDecoding = true
    counters.decodesInFlight += 1
    actions.append(.decode(request, picture.id, bytes, picture.priority))
  }

  private mutating func finish(
    _ request: ImageRequest, _ result: Result<PixelImage, ImageError>
  ) {
    guard let picture = pictures[request] else { return }
    if case .success = result { counters.loaded += 1 } else { counters.failed += 1 }
    for task in picture.audience.members { actions.append(.deliver(task, result)) }
    forget(request)
  }

  /// Drops a picture's load, and with it the transfer that nobody else waits for.
  private mutating func forget(_ request: ImageRequest) {
    guard let picture = pictures.removeValue(forKey: request) else { return }
    if picture.isDecoding { counters.decodesInFlight -= 1 }
    let url = request.url
    guard transfers[url]?.audience.remove(request) == true, let transfer = transfers[url] else {
      return
    }
    guard transfer.audience.isEmpty else {
      return queue.setPriority(transfer.audience.priority, of: url)
    }
    if transfer.isFetching { actions.append(.cancelFetch(transfer.id)) }
    backlogBytes -= transfer.bytes?.count ?? 0
    queue.remove(url)
    transfers[url] = nil
  }

  /// Makes the work for a picture as urgent as the picture now is.
  private mutating func passPriorityOn(of request: ImageRequest) {
    guard let picture = pictures[request] else { return }
    let priority = picture.audience.priority
    if priority == picture.priority { return }
    pictures[request]?.priority = priority
    if picture.isDecoding { actions.append(.prioritizeDecode(picture.id, priority)) }
    guard var transfer = transfers[request.url] else { return }
    transfer.audience.set(priority, for: request)
    transfers[request.url] = transfer
    queue.setPriority(transfer.audience.priority, of: request.url)
  }
}
