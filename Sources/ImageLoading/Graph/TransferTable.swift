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

  private var states: [LoadID: TransferState] = [:]
  var queue: LoadQueue<LoadID>
  private var retries: RetrySchedule
  private var stalls = StallWatch()
  private var parts = ResumeStore()
  var counters = TransferCounters()
  private var lastAttempt: AttemptID = 0

  init(limits: LoadQueue<LoadID>.Limits, retries: RetrySchedule) {
    queue = LoadQueue(limits: limits)
    self.retries = retries
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
      keepPart(of: id)
      cancel(state.attempt, &outbox)
    }
    return abandonment
  }

  /// Forgets a transfer, in whatever state it is.
  mutating func remove(_ id: LoadID) {
    queue.remove(id)
    stalls.remove(id)
    if let place = states.removeValue(forKey: id)?.sleepingPlace { retries.remove(at: place) }
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
    let (request, download) = parts.resume(state.request)
    state.download = download
    lastAttempt += 1
    state.attempt = TransferAttempt(lastAttempt, of: request, at: now)
    if state.times.queueWait == nil { counters.started += 1 }
    state.times.queueWait = (state.times.queueWait ?? .zero) + now - state.queuedAt
    states[id] = state
    outbox.order(.fetch(request, id, attempt: lastAttempt))
    return state.failures == 0 ? nil : .begunAgain(download.progressAtStart)
  }

  private func cancel(_ attempt: TransferAttempt?, _ outbox: inout LoadOutbox) {
    if let attempt { outbox.order(.cancel(attempt: attempt.id)) }
  }

  /// Keeps the part that a later transfer can continue.
  private mutating func keepPart(of id: LoadID) {
    guard let state = states.known(id), let part = state.download.partial else { return }
    parts.insert(part, for: state.request.address, isShown: state.download.isShown)
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
    guard var state = states.known(id), let attempt = state.attempt else { return nil }
    let firstByte = time.elapsed - attempt.startedAt
    state.attempt?.head = head
    state.attempt?.headAt = time.elapsed
    state.times.recordHead(head, after: firstByte)
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
    if download.firstScans.end != nil, let longRestAt = state.longRestAt {
      stalls.add(id, at: longRestAt)
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
    keepPart(of: id)
    guard let delay = retries.delay(after: error, of: state, at: time) else {
      return end(id, state.result(withoutRetryAfter: error), at: time.elapsed)
    }
    queue.remove(id)
    let place = retries.add(id, until: time.elapsed + delay)
    states.change(id) { state in
      state.failures += 1
      state.lastError = error
      state.attempt = nil
      state.sleepingPlace = place
      // The parts keep the bytes that a later attempt continues.
      state.download = Download()
    }
    return .retrying(after: delay, because: error)
  }
}

// MARK: - Trying again

extension TransferTable {
  /// When to call `wakeNext` and `takeStalled`; nil if nothing waits for a time.
  var nextWake: Duration? {
    guard let wake = retries.next else { return stalls.next }
    return min(wake, stalls.next ?? wake)
  }

  /// Takes a transfer behind whose first scans so little has come that its rest takes long now; nil if there is none.
  mutating func takeStalled(at now: Duration) -> LoadID? {
    stalls.take(at: now) { states[$0]?.longRestAt }
  }

  /// Queues the next transfer that sleeps no longer than until then; nil if none does.
  ///
  /// - Parameter instant: nil for a transfer that sleeps however long.
  mutating func wakeNext(
    until instant: Duration?, at now: Duration
  ) -> (id: LoadID, change: TransferChange?)? {
    guard let id = retries.take(until: instant), let state = states.known(id) else { return nil }
    states.change(id) { $0.sleepingPlace = nil }
    // Every request that wanted it on screen has left meanwhile.
    if state.urgency.priority.isSpeculative {
      return (id, end(id, .failure(state.lastError), at: now))
    }
    counters.retries += 1
    states.change(id) { $0.times.retries += 1 }
    enqueue(id, at: now)
    return (id, nil)
  }
}
