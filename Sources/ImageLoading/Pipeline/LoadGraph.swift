import DiskCache
import FoundationEssentials
import Raster

/// All that is on its way, who waits for what, and what is to be done next.
///
/// A pure value: what happens is told to it, what is to be done is taken from it, and time is what it
/// was last told. A batch of events is a turn, and `endTurn` comes after it: so a load that was started
/// and cancelled within two turns costs no transfer, and the most urgent of a turn starts first.
///
/// This file has what all loads have in common: they are shared by equal keys, as urgent as whoever
/// waits for them has it, stopped by the last one to leave. What tasks want is in `+Tasks`, the three
/// kinds of loads are in `+Pictures`, `+Bytes` and `+Transfers`, what nobody wants any more in `+Abandoned`.
struct LoadGraph: Sendable {
  /// What does not change.
  struct Setup: Sendable {
    var queueLimits: LoadQueue<LoadID>.Limits
    /// Those of requests that bring none.
    var limits = ImageLimits()
    var retries = RetryPolicy()
    /// From 0 to below 1: what the delay before another attempt leaves to chance.
    var chance: @Sendable () -> Double = { .random(in: 0..<1) }
    var hasDataCache = false
    /// Whether pictures are decoded as JPEGs are: another decoder may make something else of them.
    var makesStandIns = false
    /// More decodes than that wait for each other.
    var decodeThreads = 2
    /// Looks for a picture in memory, which does not count as using it.
    var pictureInMemory: @Sendable (ImageRequest) -> PixelImage? = { _ in nil }
  }

  let setup: Setup
  var time = LoadTime()
  var loads: [LoadID: Load] = [:]
  var loadsOfTasks: [ImageTask: LoadID] = [:]
  var transfers: [LoadID: TransferState] = [:]
  /// What the disk cache had, while a server is asked whether it is still right.
  var fallbacks: [LoadID: CachedData] = [:]
  var queue: LoadQueue<LoadID>
  /// The transfers that this turn has asked for, and those that the one before has.
  var asked: [LoadID] = []
  var askedBefore: [LoadID] = []
  /// When failed transfers are tried again.
  var sleeping = IndexedHeap<LoadID, Duration>()
  var partials = ResumeStore()
  var counters = LoadStatistics()
  var actions: [LoadAction] = []
  /// What loads hold that are done.
  var backlogBytes = 0
  /// How long a picture is on a decode thread: a moving average.
  var decodeTime = Duration.zero
  var isInvalidated = false
  private var ids: [LoadKey: LoadID] = [:]
  private var lastID: LoadID = 0

  init(_ setup: Setup) {
    self.setup = setup
    queue = LoadQueue(limits: setup.queueLimits)
  }

  var statistics: LoadStatistics {
    var statistics = counters
    statistics.transfersInFlight = queue.runningCount
    statistics.queued = transfers.count - queue.runningCount - sleeping.count
    return statistics
  }

  mutating func makeID() -> LoadID {
    lastID += 1
    return lastID
  }

  func load(for key: LoadKey) -> LoadID? { ids[key] }

  /// Whether what a server gives may come from the disk cache, and go into it.
  func hasDiskCache(for address: PictureAddress) -> Bool {
    setup.hasDataCache && address.isKeptOnDisk
  }
}

// MARK: - Joining and leaving

extension LoadGraph {
  /// Has somebody wait for a load, which is made if there is none; the caller starts a new one.
  mutating func subscribe(
    _ member: Subscriber, _ urgency: Urgency, to key: LoadKey
  ) -> (id: LoadID, isNew: Bool) {
    if let id = ids[key] {
      counters.coalesced += 1
      loads[id]?.chanceOfReturn = nil
      setUrgency(urgency, of: member, on: id)
      return (id, false)
    }
    let id = makeID()
    ids[key] = id
    loads[id] = Load(id, key, at: time.elapsed, for: member, urgency)
    return (id, true)
  }

  /// Lets somebody go: the load stops if it was the last one.
  mutating func unsubscribe(_ member: Subscriber, from id: LoadID) {
    guard loads[id]?.audience.remove(member) == true, let load = loads[id] else { return }
    if load.audience.isEmpty {
      stop(load)
    } else {
      passUrgencyOn(id)
    }
  }

  /// Has a load wait for another one's output, and with it for all that that one needs.
  mutating func wait(_ id: LoadID, for key: LoadKey) {
    guard let urgency = loads[id]?.urgency else { return }
    let (source, isNew) = subscribe(.load(id), urgency, to: key)
    loads[id]?.source = source
    if isNew {
      start(source)
    } else if let load = loads[source], let bytes = load.bytes {
      receive(.success(.bytes(bytes)), id, from: load)
    }
  }

  mutating func start(_ id: LoadID) {
    switch loads[id]?.key {
    case .picture(let request): startPicture(id, request)
    case .bytes(let key): startBytes(id, key)
    case .transfer(let request): startTransfer(id, request)
    case nil: break
    }
  }

  /// Stops a load that nobody waits for any more, unless it is worth finishing.
  private mutating func stop(_ load: Load) {
    if goesOn(load) { return }
    if load.isWorking { actions.append(.cancelJob(load.id)) }
    remove(load)
  }
}

// MARK: - Urgency

extension LoadGraph {
  mutating func setUrgency(_ urgency: Urgency, of member: Subscriber, on id: LoadID) {
    loads[id]?.audience.set(urgency, for: member)
    passUrgencyOn(id)
  }

  /// Makes the work for a load, and whatever it waits for, as urgent as it now is.
  private mutating func passUrgencyOn(_ id: LoadID) {
    guard let load = loads[id] else { return }
    let urgency = load.audience.urgency
    if urgency == load.urgency { return }
    loads[id]?.urgency = urgency
    if load.isWorking {
      actions.append(.setUrgency(id, urgency))
      findStandIn(for: id)
    }
    if load.isTransferring {
      queue.setPriority(urgency.priority, of: id)
      queue.setVisibleAt(urgency.visibleAt, of: id)
    }
    if let source = load.source { setUrgency(urgency, of: .load(id), on: source) }
  }
}

// MARK: - Ending

extension LoadGraph {
  /// Ends a load, and tells everybody who waits for it.
  mutating func finish(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard var load = loads[id] else { return }
    remove(load)
    load.trace = load.trace.ended(at: time.elapsed, result)
    if load.taskCount > 0 { conclude(load.trace, result) }
    for member in load.audience.members { hand(result, to: member, from: load) }
  }

  /// Keeps bytes for as long as somebody makes something of them, and hands them out.
  mutating func settle(_ id: LoadID, with bytes: Data) {
    loads[id]?.stage = .done(bytes)
    backlogBytes += bytes.count
    guard var load = loads[id] else { return }
    let result = Result<LoadOutput, ImageError>.success(.bytes(bytes))
    load.trace = load.trace.ended(at: time.elapsed, result)
    if load.taskCount > 0 { conclude(load.trace, result) }
    loads[id]?.taskCount = 0
    for member in load.audience.members { hand(result, to: member, from: load) }
  }

  mutating func hand(
    _ result: Result<LoadOutput, ImageError>, to member: Subscriber, from load: Load
  ) {
    switch member {
    case .task(let task):
      loadsOfTasks[task] = nil
      actions.append(.deliver(task, result, load.trace))
      unsubscribe(member, from: load.id)
    case .load(let id): receive(result, id, from: load)
    }
  }

  /// Gives a load what it has waited for.
  private mutating func receive(
    _ result: Result<LoadOutput, ImageError>, _ id: LoadID, from source: Load
  ) {
    guard let load = loads[id], load.source == source.id else { return }
    loads[id]?.trace.append(source.trace)
    switch load.key {
    case .picture(let request): receive(result, id, request)
    case .bytes(let key): receive(result, id, key)
    case .transfer: break
    }
  }

  /// Forgets a load, and with it what only it has waited for.
  private mutating func remove(_ load: Load) {
    loads[load.id] = nil
    ids[load.key] = nil
    fallbacks[load.id] = nil
    backlogBytes -= load.bytes?.count ?? 0
    if load.isWorking, case .picture = load.key { counters.decodesInFlight -= 1 }
    forgetStandIn(of: load)
    if load.isTransferring { forgetTransfer(load.id) }
    guard let source = load.source else { return }
    if let chance = load.chanceOfReturn { loads[source]?.note(chanceOfReturn: chance) }
    unsubscribe(.load(load.id), from: source)
  }

  /// Counts how a request ended, and writes down its story, which has ended as well.
  mutating func conclude(_ trace: LoadTrace, _ result: Result<LoadOutput, ImageError>) {
    switch result {
    case .success: counters.loaded += 1
    case .failure(.cancelled): counters.cancelled += 1
    case .failure: counters.failed += 1
    }
    actions.append(.record(trace))
  }
}
