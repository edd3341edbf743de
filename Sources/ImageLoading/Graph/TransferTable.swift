import FoundationEssentials
import ImageDecoding

/// The transfers of a graph of loads: queued, fetched, tried again, and continued where an earlier
/// one broke off.
///
/// It is a pure value, as the graph is. It knows loads by their identities alone. It orders fetches
/// itself, and returns each change that concerns those who wait for a transfer.
struct TransferTable: Sendable {
  /// Often enough for an eye, seldom enough to cost nothing.
  private static let reportInterval = Duration.milliseconds(50)

  private let retries: RetryPolicy
  private let chance: @Sendable () -> Double
  private var states: [LoadID: TransferState] = [:]
  var queue: LoadQueue<LoadID>
  /// When to look at transfers although nothing comes: at the end of their sleep, or when they may have stalled.
  private var alarms = IndexedHeap<LoadID, Duration>()
  private var parts = ResumeStore()
  var counters = TransferCounters()
  private var lastAttempt: AttemptID = 0

  /// - Parameter chance: from 0 to below 1: the random part of the delay before another attempt.
  init(
    limits: LoadQueue<LoadID>.Limits, retries: RetryPolicy, chance: @escaping @Sendable () -> Double
  ) {
    queue = LoadQueue(limits: limits)
    self.retries = retries
    self.chance = chance
  }

  /// Transfers that hold a slot.
  var runningCount: Int { queue.runningCount }
  /// Transfers that wait for a slot.
  var queuedCount: Int { queue.waitingCount }

  subscript(id: LoadID) -> TransferState? { states[id] }
}

// MARK: - Asking, starting, giving up

extension TransferTable {
  /// Asks for a transfer, which may start at the end of the turn.
  mutating func ask(
    _ id: LoadID, _ request: DataRequest, host: String, _ urgency: Urgency, at now: Duration
  ) {
    states[id] = TransferState(request, host: host, urgency, at: now)
    enqueue(id, at: now)
  }

  /// Starts the transfer whose turn it is; nil if none may start.
  ///
  /// - Parameter held: the bytes that are here and in use.
  mutating func startNext(
    holding held: BodyBytes, at now: Duration, _ outbox: inout LoadOutbox
  ) -> (id: LoadID, change: TransferChange?)? {
    queue.bodies.held = held
    return queue.next().map { ($0, fetch($0, at: now, &outbox)) }
  }

  mutating func setUrgency(_ urgency: Urgency, of id: LoadID) {
    states.change(id) { $0.urgency = urgency }
    queue.setUrgency(urgency, of: id)
  }

  /// Records that a picture was made of the first scans: the part is worth less to later transfers.
  mutating func recordShown(_ id: LoadID) {
    states.change(id) { $0.download.isShown = true }
  }

  /// Decides what becomes of a transfer that no load waits for.
  ///
  /// - Parameter isKept: whether the disk cache keeps its result.
  mutating func abandon(
    _ id: LoadID, isKept: Bool, at now: Duration, _ outbox: inout LoadOutbox
  ) -> Abandonment {
    guard let state = states.known(id) else { return .forgotten }
    let standing = isKept ? state.standing(at: now) : nil
    let abandonment = queue.abandon(id, standing)
    if abandonment == .cancel {
      parts.keep(state.download, of: state.request.address)
      cancel(state.attempt, &outbox)
    }
    return abandonment
  }

  /// Forgets a transfer, in whatever state it is.
  mutating func remove(_ id: LoadID) {
    queue.remove(id)
    if let place = states.removeValue(forKey: id)?.alarmPlace { alarms.remove(at: place) }
  }

  private mutating func enqueue(_ id: LoadID, at now: Duration) {
    guard let state = states.known(id) else { return }
    states.change(id) { $0.queuedAt = now }
    queue.enqueue(
      id, host: state.host, priority: state.urgency.priority, visibleAt: state.urgency.visibleAt)
  }

  /// Begins an attempt, the first or another: a slot is free.
  private mutating func fetch(
    _ id: LoadID, at now: Duration, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard var state = states.known(id) else { return nil }
    if state.times.queueWait == nil { counters.started += 1 }
    let (request, download) = parts.resume(state.request)
    lastAttempt += 1
    state.begin(TransferAttempt(lastAttempt, of: request, at: now), with: download)
    states[id] = state
    outbox.order(.fetch(request, id, attempt: lastAttempt))
    return state.failures == 0 ? nil : .begunAgain(download.progressAtStart)
  }

  private func cancel(_ attempt: TransferAttempt?, _ outbox: inout LoadOutbox) {
    if let attempt { outbox.order(.cancel(attempt: attempt.id)) }
  }
}

// MARK: - What comes of an attempt

extension TransferTable {
  /// Takes an event of an attempt from the data loader; an event of an abandoned attempt changes
  /// nothing.
  mutating func receive(
    _ event: DataEvent, of id: LoadID, attempt: AttemptID, at time: LoadTime,
    _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard states[id]?.attempt?.id == attempt else { return nil }
    switch event {
    case .response(let head): return accept(head, of: id, at: time, &outbox)
    case .data(let bytes): return append(bytes, to: id, at: time, &outbox)
    case .finished: return complete(id, at: time, &outbox)
    case .failed(let error): return fail(id, error, at: time, &outbox)
    }
  }

  private mutating func accept(
    _ head: ResponseHead, of id: LoadID, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard var state = states.known(id), let firstByte = state.accept(head, at: time.elapsed) else {
      return nil
    }
    queue.recordFirstByte(after: firstByte, from: state.host)
    queue.recordMultiplexing(head.isMultiplexed && head.isFrom(state.host), from: state.host)
    // Other statuses are followed by their error, and 304 by nothing.
    guard (200...299).contains(head.status) else {
      states[id] = state
      return nil
    }
    do throws(ImageError) {
      try state.download.accept(head)
      states[id] = state
      queue.recordLength(state.download.expectedBytes, of: id)
      if state.download.isResumed { counters.resumed += 1 }
      return nil
    } catch {
      states[id] = state
      return restart(id, error, at: time, &outbox)
    }
  }

  private mutating func append(
    _ bytes: Data, to id: LoadID, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    states.change(id) { $0.download.append(bytes) }
    guard let state = states.known(id) else { return nil }
    let download = state.download
    queue.recordReceived(download.receivedBytes, expecting: download.expectedBytes, of: id)
    if download.isOverlong {
      return restart(id, .resumption(reason: "more came than was announced"), at: time, &outbox)
    }
    // A piece that arrives later sets no new timer.
    if download.firstScans.end != nil, state.alarmPlace == nil, let longRestAt = state.longRestAt,
      longRestAt > time.elapsed
    {
      setAlarm(of: id, at: longRestAt)
    }
    if let last = state.reportedAt, time.elapsed - last < Self.reportInterval {
      return .grown(nil)
    }
    states.change(id) { $0.reportedAt = time.elapsed }
    return .grown(download.progress)
  }

  /// Ends a transfer whose body is here.
  ///
  /// After a 304 the cached bytes count, and `BytesRules` refresh their metadata.
  private mutating func complete(
    _ id: LoadID, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard let state = states.known(id) else { return nil }
    if let head = state.attempt?.head, head.status == 304 {
      return end(id, .success(.notModified(head)), at: time.elapsed)
    }
    do throws(ImageError) {
      let bytes = try state.download.finish()
      return end(id, .success(.bytes(bytes)), at: time.elapsed)
    } catch {
      return fail(id, error, at: time, &outbox)
    }
  }

  private mutating func end(
    _ id: LoadID, _ result: Result<LoadOutput, ImageError>, at now: Duration
  ) -> TransferChange {
    states.change(id) { state in
      if let headAt = state.attempt?.headAt { state.times.transfer = now - headAt }
    }
    return .ended(result)
  }

  /// Begins anew without the earlier part: the new bytes do not continue it.
  ///
  /// The second time, that is a failure.
  private mutating func restart(
    _ id: LoadID, _ error: ImageError, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard let state = states.known(id) else { return nil }
    cancel(state.attempt, &outbox)
    if state.hasRestarted { return fail(id, error, at: time, &outbox) }
    return fetchWhole(id, at: time, &outbox)
  }

  private mutating func fetchWhole(
    _ id: LoadID, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard let state = states.known(id) else { return nil }
    _ = parts.take(state.request.address)
    states.change(id) { $0.hasRestarted = true }
    return fetch(id, at: time.elapsed, &outbox)
  }

  /// Takes the failure of an attempt: keeps what has come, and tries again where that can help.
  private mutating func fail(
    _ id: LoadID, _ error: ImageError, at time: LoadTime, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard let state = states.known(id) else { return nil }
    if state.mayBeRefused(with: error) { return fetchWhole(id, at: time, &outbox) }
    parts.keep(state.download, of: state.request.address)
    let delay = retries.delay(
      after: error, attempt: state.failures + 1,
      retryAfter: state.attempt?.head?.retryDelay(receivedAt: time.wallSeconds), random: chance())
    guard let delay, !state.urgency.priority.isSpeculative else {
      return end(id, state.result(withoutRetryAfter: error), at: time.elapsed)
    }
    queue.remove(id)
    setAlarm(of: id, at: time.elapsed + delay)
    states.change(id) { $0.giveUpAttempt(because: error) }
    return .retrying(after: delay, because: error)
  }
}

// MARK: - Waiting for a time

extension TransferTable {
  /// When to call `wakeNext`; nil if nothing waits for a time.
  var nextWake: Duration? { alarms.first?.rank }

  /// Looks at the next transfer whose time has come; nil if there is none.
  mutating func wakeNext(at now: Duration) -> (id: LoadID, change: TransferChange?)? {
    guard let (id, instant) = alarms.first, instant <= now, let state = states.known(id) else {
      return nil
    }
    if state.isSleeping { return (id, tryAgain(id, at: now)) }
    clearAlarm(of: id)
    // More may have come since the alarm was set.
    guard let longRestAt = state.longRestAt, longRestAt > now else { return (id, .stalled) }
    setAlarm(of: id, at: longRestAt)
    return (id, nil)
  }

  /// The transfers that sleep until their next attempt, in the order of their requests.
  var sleeping: [LoadID] { states.filter(\.value.isSleeping).keys.sorted() }

  /// Queues a transfer that sleeps.
  mutating func tryAgain(_ id: LoadID, at now: Duration) -> TransferChange? {
    guard let state = states[id], state.isSleeping else { return nil }
    clearAlarm(of: id)
    // Every request that wanted it on screen has left meanwhile.
    if state.urgency.priority.isSpeculative { return end(id, .failure(state.lastError), at: now) }
    counters.retries += 1
    states.change(id) { $0.times.retries += 1 }
    enqueue(id, at: now)
    return nil
  }

  private mutating func setAlarm(of id: LoadID, at instant: Duration) {
    clearAlarm(of: id)
    let place = alarms.insert(id, rank: instant)
    states.change(id) { $0.alarmPlace = place }
  }

  private mutating func clearAlarm(of id: LoadID) {
    guard let place = states.known(id)?.alarmPlace else { return }
    alarms.remove(at: place)
    states.change(id) { $0.alarmPlace = nil }
  }
}
