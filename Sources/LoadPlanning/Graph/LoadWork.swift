import ImageRequests

/// The work in progress for loads: transfers, jobs on worker threads, and coarse pictures.
///
/// It orders work, updates its urgency and cancels it. The graph tracks dependencies; this value tracks the work.
struct LoadWork: Sendable {
  var transfers: TransferTable
  /// The queue of disk cache lookups.
  var lookups: LoadQueue<LoadID>
  var coarse: CoarsePictures
  private var decodes: DecodePace

  init(_ setup: LoadGraph.Setup) {
    transfers = TransferTable(
      limits: setup.queueLimits, retries: setup.retries, chance: setup.chance)
    lookups = Self.lookups(bytesInHand: setup.queueLimits.bytesInHand)
    coarse = CoarsePictures(makesStandIns: setup.makesStandIns)
    decodes = DecodePace(threads: setup.decodeThreads)
  }

  /// Adds the counts of this work to those of the outbox.
  func statistics(with counts: LoadStatistics) -> LoadStatistics {
    var statistics = counts
    statistics.previews = coarse.shownCount
    statistics.decodesInFlight = decodes.inFlight
    statistics.transfers = transfers.counters.started
    statistics.resumed = transfers.counters.resumed
    statistics.retries = transfers.counters.retries
    statistics.transfersInFlight = transfers.runningCount
    statistics.queued = transfers.queuedCount
    return statistics
  }
}

// MARK: - Progress

extension LoadWork {
  /// The progress of a load's transfer; nil before its first byte.
  func progress(below load: Load, _ loads: LoadTable) -> ImageProgress? {
    let progress = loads.transfer(below: load).flatMap { transfers[$0] }?.download.progress
    return progress.flatMap { $0.receivedBytes > 0 ? $0 : nil }
  }

  /// The bytes that a running transfer has brought for this load alone; nil if there is no such transfer.
  func fetchedBytes(for load: Load, _ loads: LoadTable) -> Int? {
    guard let own = loads.ownWork(for: load), own.isTransferring else { return nil }
    return transfers[own.id]?.download.fetchedBytes ?? 0
  }
}

// MARK: - Jobs

extension LoadWork {
  /// Orders a job of a load; a lookup is queued first.
  mutating func order(
    _ job: JobAction, for id: LoadID, _ loads: inout LoadTable, _ outbox: inout LoadOutbox
  ) {
    if case .lookUp(_, let id, let urgency) = job { return enqueueLookup(id, urgency) }
    outbox.order(job)
    switch job {
    case .decode:
      decodes.add()
      outbox.add(coarse.find(for: id, isHurried: decodes.isCrowded, &loads))
    case .process: decodes.add()
    default: break
    }
  }

  /// Orders previews and stand-ins from the part of a transfer that has arrived.
  mutating func showPart(
    of id: LoadID, _ loads: inout LoadTable, _ outbox: inout LoadOutbox, at now: Duration
  ) {
    guard let download = transfers[id]?.download else { return }
    outbox.add(coarse.show(download, of: id, &loads, at: now))
  }
}

// MARK: - Urgency and end

extension LoadWork {
  /// Sets the urgency of a load's work.
  mutating func setUrgency(
    _ urgency: Urgency, of load: Load, _ loads: inout LoadTable, _ outbox: inout LoadOutbox
  ) {
    if load.isWorking {
      lookups.setUrgency(urgency, of: load.id)
      if !lookups.isWaiting(load.id) { outbox.order(.setUrgency(load.id, urgency)) }
      outbox.add(coarse.find(for: load.id, isHurried: decodes.isCrowded, &loads))
    }
    if load.isTransferring { transfers.setUrgency(urgency, of: load.id) }
  }

  /// Abandons a load without subscribers; cancels its work unless that is worth finishing.
  mutating func abandon(
    _ load: Load, _ caches: CacheRules, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> Abandonment {
    if load.isTransferring {
      let head = transfers[load.id]?.attempt?.head
      let isKept = caches.mayStore(head, from: load.key.address, at: time.wallSeconds)
      return transfers.abandon(load.id, isKept: isKept, at: time.elapsed, &outbox)
    }
    if load.isWorking, !lookups.isWaiting(load.id) { outbox.order(.cancel(load.id)) }
    return .forgotten
  }

  /// Forgets the work of a load that ends, or that waits for another load.
  mutating func forget(_ load: Load, _ outbox: inout LoadOutbox) {
    lookups.remove(load.id)
    if load.isWorking, case .picture = load.key { decodes.remove() }
    if let order = coarse.forget(load) { outbox.order(order) }
    if load.isTransferring { transfers.remove(load.id) }
  }
}

/// The number of pictures being decoded or processed.
struct DecodePace: Sendable {
  private let threads: Int
  /// The number of pictures on a thread or waiting for one.
  private(set) var inFlight = 0

  /// - Parameter threads: the number of decode threads.
  init(threads: Int) {
    self.threads = threads
  }

  /// Whether there are more pictures than threads, so that they wait for each other.
  var isCrowded: Bool { inFlight > threads }

  mutating func add() { inFlight += 1 }

  mutating func remove() { inFlight -= 1 }
}
