import LinkEstimates

/// The work that is under way for loads: transfers, jobs on worker threads, and coarse pictures
/// meanwhile.
///
/// It orders work, keeps it as urgent as its load, and stops it. The graph knows what waits for
/// what; this value knows what is being done.
struct LoadWork: Sendable {
  var transfers: TransferTable
  /// The questions to the disk cache.
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

  /// Completes the counts of what was given out.
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

// MARK: - How far it has got

extension LoadWork {
  /// How much is here of the transfer that a load is or waits for; nil as long as that is nothing.
  func progress(below load: Load, _ loads: LoadTable) -> ImageProgress? {
    let progress = loads.transfer(below: load).flatMap { transfers[$0] }?.download.progress
    return progress.flatMap { $0.receivedBytes > 0 ? $0 : nil }
  }

  /// The bytes that a transfer under way has brought for a load alone; nil if there is no such one.
  func fetchedBytes(for load: Load, _ loads: LoadTable) -> Int? {
    guard let own = loads.ownWork(for: load), own.isTransferring else { return nil }
    return transfers[own.id]?.download.fetchedBytes ?? 0
  }
}

// MARK: - Jobs

extension LoadWork {
  /// Orders a load's job.
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

  mutating func recordDecode(lasting duration: Duration) { decodes.record(duration) }

  /// Orders what a part of a transfer can show, now that more of it is here.
  mutating func showPart(
    of id: LoadID, _ loads: inout LoadTable, _ outbox: inout LoadOutbox, at now: Duration
  ) {
    guard let download = transfers[id]?.download else { return }
    outbox.add(coarse.show(download, of: id, &loads, at: now))
  }
}

// MARK: - Urgency and end

extension LoadWork {
  /// Makes the work for a load as urgent as the load.
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

  /// Gives up a load that nothing waits for any more, and stops its work unless that is worth finishing.
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

  /// Forgets the work for a load that ends, or that waits for something else.
  mutating func forget(_ load: Load, _ outbox: inout LoadOutbox) {
    lookups.remove(load.id)
    if load.isWorking, case .picture = load.key { decodes.remove() }
    if let order = coarse.forget(load) { outbox.order(order) }
    if load.isTransferring { transfers.remove(load.id) }
  }
}

/// How many pictures are being decoded or processed, and how long a decode takes.
struct DecodePace: Sendable {
  private let threads: Int
  /// The pictures that wait for a thread or are on one.
  private(set) var inFlight = 0
  private var times = MovingAverage<Duration>(divisor: 4)

  /// - Parameter threads: the decodes that run at the same time.
  init(threads: Int) {
    self.threads = threads
  }

  /// How long a picture is on a thread; zero before the first.
  var average: Duration { times.value ?? .zero }

  /// Whether pictures wait for each other.
  var isCrowded: Bool { inFlight > threads }

  mutating func add() { inFlight += 1 }

  mutating func remove() { inFlight -= 1 }

  /// Records the time of a decode.
  mutating func record(_ duration: Duration) { times.add(duration) }
}
