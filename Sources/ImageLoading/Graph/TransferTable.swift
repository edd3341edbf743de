import FoundationEssentials

/// The transfers of a graph of loads: queued, fetched, tried again, and continued where an earlier
/// one broke off.
///
/// It is a pure value, as the graph is. It knows loads by their identities alone, and reports as
/// news what becomes of them.
struct TransferTable: Sendable {
  /// Often enough for an eye, seldom enough to cost nothing.
  private static let reportInterval = Duration.milliseconds(50)

  private let retries: RetryPolicy
  private let chance: @Sendable () -> Double
  private var states: [LoadID: TransferState] = [:]
  var queue: LoadQueue<LoadID>
  /// When failed transfers are tried again.
  private var sleeping = IndexedHeap<LoadID, Duration>()
  private var parts = ResumeStore()
  var counters = TransferCounters()
  private var news: [TransferNews] = []
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
  var queuedCount: Int { states.count - queue.runningCount - sleeping.count }

  subscript(id: LoadID) -> TransferState? { states[id] }

  /// Takes the news of transfers since the last call.
  mutating func takeNews() -> [TransferNews] { exchange(&news, with: []) }
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

  /// Starts the transfers whose turn it is.
  ///
  /// - Parameter held: the bytes that are here and in use.
  mutating func endTurn(holding held: BodyBytes, at now: Duration) {
    queue.bodies.held = held
    while let id = queue.next() { fetch(id, at: now) }
  }

  mutating func setUrgency(_ urgency: Urgency, of id: LoadID) {
    states.change(id) { $0.urgency = urgency }
    queue.setUrgency(urgency, of: id)
  }

  /// Decides what becomes of a transfer that no load waits for.
  ///
  /// - Parameter isKept: whether the disk cache keeps its result.
  mutating func abandon(_ id: LoadID, isKept: Bool, at now: Duration) -> Abandonment {
    guard let state = states.known(id) else { return .forgotten }
    let standing = isKept ? state.standing(at: now) : nil
    let abandonment = queue.abandon(id, standing)
    if abandonment == .cancel {
      keepPart(of: id)
      stop(state.attempt)
    }
    return abandonment
  }

  /// Forgets a transfer, in whatever state it is.
  mutating func remove(_ id: LoadID) {
    queue.remove(id)
    if let place = states.removeValue(forKey: id)?.sleepingPlace { sleeping.remove(at: place) }
  }

  private mutating func enqueue(_ id: LoadID, at now: Duration) {
    guard let state = states.known(id) else { return }
    states.change(id) { $0.queuedAt = now }
    queue.enqueue(
      id, host: state.host, priority: state.urgency.priority, visibleAt: state.urgency.visibleAt)
  }

  /// Begins a transfer, for the first time or again: a slot is free.
  private mutating func fetch(_ id: LoadID, at now: Duration) {
    guard var state = states.known(id) else { return }
    var request = state.request
    let part = request.condition == .none ? parts.take(request.address) : nil
    state.download = Download(resuming: part)
    if part != nil { request.condition = state.download.condition }
    state.attempt = TransferAttempt(nextAttempt(), of: request, at: now)
    if state.times.queueWait == nil { counters.started += 1 }
    state.times.queueWait = (state.times.queueWait ?? .zero) + now - state.queuedAt
    states[id] = state
    order(.fetch(request, id, attempt: lastAttempt))
    if state.failures > 0 {
      // What was said of the failure before is over.
      let kept = ImageProgress(
        receivedBytes: part?.bytes.count ?? 0, expectedBytes: part?.totalBytes, fetchedBytes: 0)
      news.append(.step(.progress(id, kept)))
    }
  }

  private mutating func nextAttempt() -> AttemptID {
    lastAttempt += 1
    return lastAttempt
  }

  private mutating func order(_ action: TransferAction) { news.append(.step(.action(action))) }

  private mutating func stop(_ attempt: TransferAttempt?) {
    if let attempt { order(.cancel(attempt: attempt.id)) }
  }

  /// Notes the part that a later transfer can continue.
  private mutating func keepPart(of id: LoadID) {
    guard let state = states.known(id), let part = state.download.partial else { return }
    parts.insert(part, for: state.request.address)
  }
}

// MARK: - What comes of an attempt

extension TransferTable {
  /// Takes an event of an attempt from the data loader; an event of an abandoned attempt changes
  /// nothing.
  mutating func fetched(_ id: LoadID, attempt: AttemptID, _ event: DataEvent, at time: LoadTime) {
    guard states[id]?.attempt?.id == attempt else { return }
    switch event {
    case .response(let head): begin(id, head, at: time)
    case .data(let bytes):
      states.change(id) { $0.download.append(bytes) }
      if let download = states[id]?.download {
        queue.recordReceived(download.receivedBytes, expecting: download.expectedBytes, of: id)
      }
      if states[id]?.download.isOverlong == true {
        return restart(id, .resumption(reason: "more came than was announced"), at: time)
      }
      reportProgress(of: id, at: time.elapsed)
      news.append(.step(.arrived(id)))
    case .finished: complete(id, at: time)
    case .failed(let error): fail(id, error, at: time)
    }
  }

  private mutating func begin(_ id: LoadID, _ head: ResponseHead, at time: LoadTime) {
    guard var state = states.known(id), let attempt = state.attempt else { return }
    let firstByte = time.elapsed - attempt.startedAt
    state.attempt?.head = head
    state.attempt?.headAt = time.elapsed
    state.times.begin(with: head, after: firstByte)
    queue.noteFirstByte(after: firstByte, from: state.host)
    queue.note(isMultiplexed: head.isMultiplexed && head.isFrom(state.host), from: state.host)
    // Other statuses are followed by their error, and 304 by nothing.
    guard (200...299).contains(head.status) else {
      states[id] = state
      return
    }
    do throws(ImageError) {
      try state.download.begin(head)
      states[id] = state
      queue.recordLength(state.download.expectedBytes, of: id)
      if state.download.isResumed { counters.resumed += 1 }
    } catch {
      states[id] = state
      restart(id, error, at: time)
    }
  }

  private mutating func reportProgress(of id: LoadID, at now: Duration) {
    guard let state = states.known(id) else { return }
    if let last = state.reportedAt, now - last < Self.reportInterval { return }
    states.change(id) { $0.reportedAt = now }
    news.append(.step(.progress(id, state.download.progress)))
  }

  /// Ends a transfer whose body is here.
  ///
  /// After a 304 the cached bytes count, and `BytesRules.received` refreshes their metadata.
  private mutating func complete(_ id: LoadID, at time: LoadTime) {
    guard let state = states.known(id) else { return }
    if let head = state.attempt?.head, head.status == 304 {
      return end(id, .success(.notModified(head)), at: time.elapsed)
    }
    do throws(ImageError) {
      let bytes = try state.download.finish()
      end(id, .success(.bytes(bytes)), at: time.elapsed)
    } catch {
      fail(id, error, at: time)
    }
  }

  private mutating func end(
    _ id: LoadID, _ result: Result<LoadOutput, ImageError>, at now: Duration
  ) {
    states.change(id) { state in
      if let headAt = state.attempt?.headAt { state.times.transfer = now - headAt }
    }
    news.append(.ended(id, result))
  }

  /// Begins anew without the earlier part: the new bytes do not continue it.
  ///
  /// The second time, that is a failure.
  private mutating func restart(_ id: LoadID, _ error: ImageError, at time: LoadTime) {
    guard let state = states.known(id) else { return }
    stop(state.attempt)
    if state.hasRestarted { return fail(id, error, at: time) }
    askForWhole(id)
    fetch(id, at: time.elapsed)
  }

  /// Makes the next attempt ask for all.
  private mutating func askForWhole(_ id: LoadID) {
    guard let state = states.known(id) else { return }
    _ = parts.take(state.request.address)
    states.change(id) { $0.hasRestarted = true }
  }

  /// Takes the failure of an attempt: keeps what has come, and tries again where that can help.
  private mutating func fail(_ id: LoadID, _ error: ImageError, at time: LoadTime) {
    guard let state = states.known(id) else { return }
    if state.mayBeRefused(with: error) {
      askForWhole(id)
      return fetch(id, at: time.elapsed)
    }
    keepPart(of: id)
    let delay = retries.delay(
      after: error, attempt: state.failures + 1,
      retryAfter: state.attempt?.head?.retryDelay(receivedAt: time.wallSeconds), random: chance())
    guard let delay, !state.urgency.priority.isSpeculative else {
      return end(id, state.result(withoutRetryAfter: error), at: time.elapsed)
    }
    queue.remove(id)
    let place = sleeping.insert(id, rank: time.elapsed + delay)
    states.change(id) { state in
      state.failures += 1
      state.lastError = error
      state.attempt = nil
      state.sleepingPlace = place
      // The parts keep the bytes that a later attempt continues.
      state.download = Download()
    }
    news.append(.step(.retrying(id, after: delay, because: error)))
  }
}

// MARK: - Trying again

extension TransferTable {
  /// When to call `wake`; nil if nothing sleeps.
  var nextWake: Duration? { sleeping.first?.rank }

  /// Queues the transfers whose time has come.
  mutating func wake(at now: Duration) {
    while let (id, instant) = sleeping.first, instant <= now {
      _ = sleeping.removeFirst()
      tryAgain(id, at: now)
    }
  }

  /// Queues every transfer that waits for its next attempt.
  mutating func retryNow(at now: Duration) {
    while let (id, _) = sleeping.removeFirst() { tryAgain(id, at: now) }
  }

  private mutating func tryAgain(_ id: LoadID, at now: Duration) {
    guard let state = states.known(id) else { return }
    states.change(id) { $0.sleepingPlace = nil }
    // Every request that wanted it on screen has left meanwhile.
    if state.urgency.priority.isSpeculative { return end(id, .failure(state.lastError), at: now) }
    counters.retries += 1
    states.change(id) { $0.times.retries += 1 }
    enqueue(id, at: now)
  }
}
