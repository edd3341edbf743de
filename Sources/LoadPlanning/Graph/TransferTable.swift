import FoundationEssentials
import ImageDecoding
import ImageRequests

/// The transfers of a graph of loads: queued, fetched, retried, and resumed from partial data.
///
/// The table is a pure value, like the graph. It knows loads only by their IDs. It orders fetches
/// itself, and returns the changes that concern the subscribers of a transfer.
struct TransferTable: Sendable {
  private let retries: RetryPolicy
  private let chance: @Sendable () -> Double
  private var states: [LoadID: TransferState] = [:]
  var queue: LoadQueue<LoadID>
  /// The times to check transfers without an event: after a retry delay, or when they may have stalled.
  private var alarms = IndexedHeap<LoadID, Duration>()
  private var parts = ResumeStore()
  var counters = TransferCounters()
  private var lastAttempt: AttemptID = 0

  /// - Parameter chance: returns the random part of a retry delay, from 0 to below 1.
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

// MARK: - Starting and abandoning

extension TransferTable {
  /// Requests a transfer, which may start at the end of the turn.
  mutating func ask(
    _ id: LoadID, _ request: DataRequest, host: String, _ urgency: Urgency, at now: Duration
  ) {
    states[id] = TransferState(request, host: host, urgency, at: now)
    enqueue(id, at: now)
  }

  /// Starts the next transfer; nil if none may start.
  ///
  /// - Parameter held: the bytes of bodies in memory and in use.
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

  /// Records that a picture was decoded from the first scans: the part is worth less to later transfers.
  mutating func recordShown(_ id: LoadID) {
    states.change(id) { $0.download.isShown = true }
  }

  /// Cancels a transfer that no load waits for, unless it is worth finishing.
  ///
  /// - Parameter isKept: whether the disk cache would store its result.
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

  /// Removes a transfer in any state.
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

  /// Begins an attempt, the first or a later one, in a free slot.
  private mutating func fetch(
    _ id: LoadID, at now: Duration, _ outbox: inout LoadOutbox
  ) -> TransferChange? {
    guard var state = states.known(id) else { return nil }
    if state.times.queueWait == nil { counters.started += 1 }
    let (request, download) = parts.resume(state.request)
    lastAttempt += 1
    state.beginAttempt(TransferAttempt(lastAttempt, of: request, at: now), with: download)
    states[id] = state
    outbox.order(.fetch(request, id, attempt: lastAttempt))
    return state.failures == 0 ? nil : .begunAgain(download.progressAtStart)
  }

  private func cancel(_ attempt: TransferAttempt?, _ outbox: inout LoadOutbox) {
    if let attempt { outbox.order(.cancel(attempt: attempt.id)) }
  }
}

// MARK: - Events of attempts

extension TransferTable {
  /// Handles an event of an attempt from the data loader; events of abandoned attempts are ignored.
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
    // Other statuses are followed by their error, and 304 by the end.
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
      let error = ImageError.resumption(reason: "the server sent more than it announced")
      return restart(id, error, at: time, &outbox)
    }
    // Set only once: `wakeNext` accounts for pieces that arrive later.
    if download.firstScans.end != nil, state.alarmPlace == nil, let longRestAt = state.longRestAt,
      longRestAt > time.elapsed
    {
      setAlarm(of: id, at: longRestAt)
    }
    if let last = state.reportedAt, time.elapsed - last < Constants.Progress.reportInterval {
      return .grown(nil)
    }
    states.change(id) { $0.reportedAt = time.elapsed }
    return .grown(download.progress)
  }

  /// Ends a transfer whose body is complete.
  ///
  /// After a 304, the cached bytes are used, and `BytesRules` update their metadata.
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

  /// Restarts without the partial data, because the new bytes don't continue it.
  ///
  /// The second time, the attempt fails.
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
    _ = parts.remove(state.request.address)
    states.change(id) { $0.hasRestarted = true }
    return fetch(id, at: time.elapsed, &outbox)
  }

  /// Handles the failure of an attempt: keeps the received bytes, and retries if that can help.
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

// MARK: - Alarms

extension TransferTable {
  /// The time at which to call `wakeNext`; nil if no alarm is set.
  var nextWake: Duration? { alarms.first?.rank }

  /// Handles the next alarm that is due; nil if there is none.
  mutating func wakeNext(at now: Duration) -> (id: LoadID, change: TransferChange?)? {
    guard let (id, instant) = alarms.first, instant <= now, let state = states.known(id) else {
      return nil
    }
    if state.isSleeping { return (id, tryAgain(id, at: now)) }
    clearAlarm(of: id)
    // More bytes may have arrived since the alarm was set.
    guard let longRestAt = state.longRestAt, longRestAt > now else { return (id, .stalled) }
    setAlarm(of: id, at: longRestAt)
    return (id, nil)
  }

  /// The transfers that wait for their next attempt, in the order of their requests.
  var sleeping: [LoadID] { states.filter(\.value.isSleeping).keys.sorted() }

  /// Queues a transfer that waits for its next attempt.
  mutating func tryAgain(_ id: LoadID, at now: Duration) -> TransferChange? {
    guard let state = states[id], state.isSleeping else { return nil }
    clearAlarm(of: id)
    // All requests that wanted it on screen have left.
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
