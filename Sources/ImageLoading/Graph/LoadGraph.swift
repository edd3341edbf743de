import FoundationEssentials
import Raster

/// All loads that are under way, what waits for each, and what comes next.
///
/// It is a pure value: it takes events, gives out actions, and reads no clock; its time is the last
/// one it was given. It knows tasks by their identities. A batch of events is a turn, and `endTurn`
/// comes after it. So a load that was started and canceled within two turns costs no transfer, and
/// the most urgent of a turn starts first.
///
/// This file has what all loads have in common. Equal keys share a load, its waiters set its
/// urgency, and it stops when the last of them leaves. `+Tasks` has what tasks want, and
/// `+Abandoned` what they want no more. `+Pictures`, `+Bytes` and `+Transfers` have the three kinds
/// of loads.
struct LoadGraph: Sendable {
  /// What does not change.
  struct Setup: Sendable {
    var queueLimits: LoadQueue<LoadID>.Limits
    /// The limits of requests that bring none.
    var limits = ImageLimits()
    var retries = RetryPolicy()
    /// From 0 to below 1: the random part of the delay before another attempt.
    var chance: @Sendable () -> Double = { .random(in: 0..<1) }
    var hasDataCache = false
    /// Whether pictures are decoded as JPEGs are: another decoder may make something else of them.
    var makesStandIns = false
    /// More decodes than that wait for each other.
    var decodeThreads = 2
  }

  let setup: Setup
  var time = LoadTime()
  var loads = LoadTable()
  var transfers: TransferTable
  var counters = LoadStatistics()
  var actions: [LoadAction] = []
  /// The bytes that finished loads hold.
  var backlogBytes = 0
  /// How long a picture is on a decode thread: a moving average.
  var decodeTime = Duration.zero
  var isInvalidated = false

  init(_ setup: Setup) {
    self.setup = setup
    transfers = TransferTable(
      limits: setup.queueLimits, retries: setup.retries, chance: setup.chance)
  }

  var statistics: LoadStatistics {
    var statistics = counters
    statistics.transfers = transfers.counters.started
    statistics.resumed = transfers.counters.resumed
    statistics.retries = transfers.counters.retries
    statistics.transfersInFlight = transfers.runningCount
    statistics.queued = transfers.queuedCount
    return statistics
  }

  /// Takes the actions that are due now, in order; each is taken once.
  mutating func takeActions() -> [LoadAction] { exchange(&actions, with: []) }

  /// Whether what a server gives may come from the disk cache, and go into it.
  func hasDiskCache(for address: PictureAddress) -> Bool {
    setup.hasDataCache && address.isKeptOnDisk
  }
}

// MARK: - Joining and leaving

extension LoadGraph {
  /// Makes a member wait for a load, which it adds if there is none; the caller starts a new one.
  mutating func subscribe(
    _ member: Subscriber, _ urgency: Urgency, to key: LoadKey
  ) -> (id: LoadID, isNew: Bool) {
    guard let id = loads[key] else {
      return (loads.add(key, for: member, urgency, at: time.elapsed), true)
    }
    counters.coalesced += 1
    loads.change(id) { $0.chanceOfReturn = nil }
    setUrgency(urgency, of: member, on: id)
    return (id, false)
  }

  /// Removes a member: the load stops if it was the last one.
  mutating func unsubscribe(_ member: Subscriber, from id: LoadID) {
    // The load may have ended, with all its audience.
    guard loads[id] != nil else { return }
    var wasMember = false
    loads.change(id) { wasMember = $0.audience.remove(member) }
    guard wasMember, let load = loads.known(id) else { return }
    if load.audience.isEmpty {
      stop(load)
    } else {
      passUrgencyOn(id)
    }
  }

  /// Makes a load wait for another one's output, and so for everything that the other one needs.
  mutating func wait(_ id: LoadID, for key: LoadKey, from base: PictureBase? = nil) {
    guard let urgency = loads.known(id)?.urgency else { return }
    let (source, isNew) = subscribe(.load(id), urgency, to: key)
    loads.change(id) { $0.source = source }
    if isNew {
      start(source, from: base)
    } else if let load = loads.known(source), let bytes = load.bytes {
      receive(.success(.bytes(bytes)), id, from: load)
    }
  }

  /// - Parameter base: for a picture, the one in memory that it can be made from.
  mutating func start(_ id: LoadID, from base: PictureBase? = nil) {
    guard let load = loads.known(id) else { return }
    switch load.key {
    case .picture(let request): startPicture(id, request, from: base)
    case .bytes(let key): startBytes(id, key)
    case .transfer(let request): startTransfer(id, request, load.urgency)
    }
  }

  /// Stops a load that no task wants any more, unless it is worth finishing.
  private mutating func stop(_ load: Load) {
    if goesOn(load) { return }
    if load.isWorking { actions.append(.job(.cancel(load.id))) }
    remove(load)
  }
}

// MARK: - Urgency

extension LoadGraph {
  mutating func setUrgency(_ urgency: Urgency, of member: Subscriber, on id: LoadID) {
    loads.change(id) { $0.audience.set(urgency, for: member) }
    passUrgencyOn(id)
  }

  /// Makes the work for a load, and whatever it waits for, as urgent as it now is.
  private mutating func passUrgencyOn(_ id: LoadID) {
    guard let load = loads.known(id) else { return }
    let urgency = load.audience.urgency
    if urgency == load.urgency { return }
    loads.change(id) { $0.urgency = urgency }
    if load.isWorking {
      actions.append(.job(.setUrgency(id, urgency)))
      findStandIn(for: id)
    }
    if load.isTransferring { transfers.setUrgency(urgency, of: id) }
    if let source = loads.source(of: load) {
      setUrgency(urgency, of: .load(id), on: source.id)
    }
  }
}

// MARK: - Ending

extension LoadGraph {
  /// Ends a load, and reports the result to everything that waits for it.
  mutating func finish(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard var load = loads.known(id) else { return }
    remove(load)
    load.trace = load.trace.ended(at: time.elapsed, result)
    if load.taskCount > 0 { conclude(load.trace, result) }
    for member in load.audience.members { hand(result, to: member, from: load) }
  }

  /// Keeps bytes for as long as something is made of them, and hands them out.
  mutating func settle(_ id: LoadID, with bytes: Data) {
    loads.change(id) { $0.stage = .done(bytes) }
    backlogBytes += bytes.count
    guard var load = loads.known(id) else { return }
    let result = Result<LoadOutput, ImageError>.success(.bytes(bytes))
    load.trace = load.trace.ended(at: time.elapsed, result)
    if load.taskCount > 0 { conclude(load.trace, result) }
    loads.change(id) { $0.taskCount = 0 }
    for member in load.audience.members { hand(result, to: member, from: load) }
  }

  mutating func hand(
    _ result: Result<LoadOutput, ImageError>, to member: Subscriber, from load: Load
  ) {
    switch member {
    case .task(let task):
      loads.forget(task)
      actions.append(.report(.deliver(task, result, load.trace)))
      unsubscribe(member, from: load.id)
    case .load(let id): receive(result, id, from: load)
    }
  }

  /// Gives a load the result that it has waited for.
  private mutating func receive(
    _ result: Result<LoadOutput, ImageError>, _ id: LoadID, from source: Load
  ) {
    // One that has been handed the same result before may have stopped it.
    guard let load = loads[id], load.source == source.id else { return }
    loads.change(id) { $0.trace.append(source.trace) }
    switch load.key {
    case .picture(let request): receive(result, id, request)
    case .bytes(let key): receive(result, id, key)
    case .transfer: assertionFailure("a transfer waits for no other load")
    }
  }

  /// Forgets a load, and with it what only it has waited for.
  private mutating func remove(_ load: Load) {
    loads.remove(load)
    backlogBytes -= load.bytes?.count ?? 0
    if load.isWorking, case .picture = load.key { counters.decodesInFlight -= 1 }
    forgetStandIn(of: load)
    if load.isTransferring { forgetTransfer(load) }
    guard let source = load.source else { return }
    if let chance = load.chanceOfReturn, loads[source] != nil {
      loads.change(source) { $0.note(chanceOfReturn: chance) }
    }
    unsubscribe(.load(load.id), from: source)
  }

  /// Counts how a request ended, and writes down its story, which has ended as well.
  mutating func conclude(_ trace: LoadTrace, _ result: Result<LoadOutput, ImageError>) {
    switch result {
    case .success: counters.loaded += 1
    case .failure(.cancelled): counters.cancelled += 1
    case .failure: counters.failed += 1
    }
    actions.append(.report(.record(trace)))
  }
}
