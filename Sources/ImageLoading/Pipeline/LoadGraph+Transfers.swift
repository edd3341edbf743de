import DiskCache
import FoundationEssentials

/// Transfers: queued, fetched, tried again, and continued where an earlier one broke off.
extension LoadGraph {
  mutating func startTransfer(_ id: LoadID, _ request: DataRequest) {
    guard case .server(let host) = try? ByteSource(of: request.url) else {
      return finish(id, .failure(.badURL(request.url.shownText)))
    }
    transfers[id] = TransferState(host: host, at: time.elapsed)
    loads[id]?.stage = .transferring
    asked.append(id)
  }

  /// Ends a turn: what it has asked for waits for the end of the next one, everything else may start.
  ///
  /// Who asks for a picture and takes it back in one breath may do so on either side of a turn's end: so
  /// what has not been wanted for one whole turn is not fetched.
  mutating func endTurn() {
    for id in askedBefore { enqueue(id) }
    askedBefore = exchange(&asked, with: [])
    queue.holdsSpeculation = backlogBytes > Self.backlogLimitBytes
    while let id = queue.next() { fetch(id) }
  }

  /// Whether something is to start at the end of the next turn, even if nothing happens in it.
  var awaitsTurn: Bool { !askedBefore.isEmpty }

  private mutating func enqueue(_ id: LoadID) {
    guard let urgency = loads[id]?.urgency, let host = transfers[id]?.host else { return }
    transfers[id]?.phase = .queued
    transfers[id]?.queuedAt = time.elapsed
    queue.enqueue(id, host: host, priority: urgency.priority, visibleAt: urgency.visibleAt)
  }

  /// A slot is free: the transfer begins, or begins again.
  mutating func fetch(_ id: LoadID) {
    guard var state = transfers[id], case .transfer(var request) = loads[id]?.key else { return }
    let part = request.condition == .none ? partials.take(request.address) : nil
    state.download = Download(resuming: part)
    if part != nil { request.condition = state.download.condition }
    let attempt = makeID()
    state.attempt = attempt
    state.phase = .fetching
    state.head = nil
    state.headAt = nil
    state.startedAt = time.elapsed
    let earlierWait = loads[id]?.trace.queueWait
    if earlierWait == nil { counters.transfers += 1 }
    loads[id]?.trace.queueWait = (earlierWait ?? .zero) + time.elapsed - state.queuedAt
    transfers[id] = state
    actions.append(.fetch(request, id, attempt: attempt))
    if state.failures > 0 {
      // What was said of the failure before is over.
      let kept = ImageProgress(
        receivedBytes: part?.bytes.count ?? 0, expectedBytes: part?.totalBytes)
      tell(.progress(kept), toThoseWaitingFor: id)
    }
  }
}

// MARK: - What comes of an attempt

extension LoadGraph {
  /// The data loader says something; about an attempt that was given up it says it to nobody.
  mutating func fetched(_ id: LoadID, attempt: LoadID, _ event: DataEvent) {
    guard transfers[id]?.attempt == attempt else { return }
    switch event {
    case .response(let head): begin(id, head)
    case .data(let bytes):
      transfers[id]?.download.append(bytes)
      reportProgress(of: id)
      findStandIn(inTransfer: id)
      preview(id)
    case .finished: complete(id)
    case .failed(let error): fail(id, error)
    }
  }

  private mutating func begin(_ id: LoadID, _ head: ResponseHead) {
    guard let state = transfers[id] else { return }
    transfers[id]?.head = head
    transfers[id]?.headAt = time.elapsed
    loads[id]?.trace.firstByte = time.elapsed - state.startedAt
    queue.noteFirstByte(after: time.elapsed - state.startedAt, from: state.host)
    queue.note(isMultiplexed: head.isMultiplexed, from: state.host)
    // Other statuses are followed by their error, and 304 by nothing.
    guard (200...299).contains(head.status) else { return }
    do throws(ImageError) {
      try transfers[id]?.download.begin(head)
      if head.status == 206 { counters.resumed += 1 }
    } catch {
      restart(id, error)
    }
  }

  private mutating func complete(_ id: LoadID) {
    guard let state = transfers[id] else { return }
    if let head = state.head, head.status == 304 {
      return end(id, .success(.notModified(head)))
    }
    do throws(ImageError) {
      let bytes = try state.download.finish()
      counters.bytes += bytes.count
      if tasks(waitingFor: id).isEmpty { counters.finishedAfterCancel += 1 }
      noteTransfer(state)
      loads[id]?.trace.source = .network
      loads[id]?.trace.bytes = bytes.count
      if let head = state.head, let address = loads[id]?.key.address, hasDiskCache(for: address) {
        actions.append(.store(address.url, bytes, head))
      }
      end(id, .success(.bytes(bytes)))
    } catch {
      fail(id, error)
    }
  }

  /// The rest of a body says nothing of how long the whole takes.
  private mutating func noteTransfer(_ state: TransferState) {
    guard let headAt = state.headAt, !state.download.isResumed else { return }
    queue.noteTransfer(lasting: time.elapsed - headAt, from: state.host)
  }

  private mutating func end(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    if let headAt = transfers[id]?.headAt {
      loads[id]?.trace.transfer = time.elapsed - headAt
    }
    finish(id, result)
  }

  /// Begins anew without what was there before: what comes is not its continuation.
  ///
  /// A second time that is a failure.
  private mutating func restart(_ id: LoadID, _ error: ImageError) {
    guard let state = transfers[id] else { return }
    if let attempt = state.attempt { actions.append(.cancelFetch(attempt: attempt)) }
    if state.hasRestarted { return fail(id, error) }
    transfers[id]?.hasRestarted = true
    fetch(id)
  }

  /// An attempt has failed: what has come is kept, and another attempt follows where that can help.
  private mutating func fail(_ id: LoadID, _ error: ImageError) {
    guard let state = transfers[id], let load = loads[id] else { return }
    if error == .status(416), state.download.condition != .none, !state.hasRestarted {
      transfers[id]?.hasRestarted = true
      return fetch(id)
    }
    keepPart(of: id)
    let delay = setup.retries.delay(
      after: error, attempt: state.failures + 1,
      retryAfter: state.head?.retryDelay(receivedAt: time.wallSeconds),
      random: setup.chance())
    guard let delay, !load.urgency.priority.isSpeculative else {
      return end(id, .failure(error))
    }
    transfers[id]?.failures += 1
    transfers[id]?.lastError = error
    transfers[id]?.attempt = nil
    queue.remove(id)
    let place = sleeping.insert(id, rank: time.elapsed + delay)
    transfers[id]?.phase = .backingOff(place: place)
    tell(.retrying(after: delay, because: error), toThoseWaitingFor: id)
  }

  /// Notes what can be continued later.
  mutating func keepPart(of id: LoadID) {
    guard let load = loads[id], let part = transfers[id]?.download.partial else { return }
    partials.insert(part, for: load.key.address)
  }
}

// MARK: - Trying again

extension LoadGraph {
  /// When `wake` is to be called; nil if nothing sleeps.
  var nextWake: Duration? { sleeping.first?.rank }

  /// Queues the transfers whose time has come.
  mutating func wake() {
    while let (id, instant) = sleeping.first, instant <= time.elapsed {
      _ = sleeping.removeFirst()
      tryAgain(id)
    }
  }

  /// Queues every transfer that waits for its next attempt.
  mutating func retryNow() {
    while let (id, _) = sleeping.removeFirst() { tryAgain(id) }
  }

  private mutating func tryAgain(_ id: LoadID) {
    transfers[id]?.phase = .queued
    guard let load = loads[id], let state = transfers[id] else { return }
    // Whoever wanted it on screen has left meanwhile.
    if load.urgency.priority.isSpeculative { return end(id, .failure(state.lastError)) }
    counters.retries += 1
    loads[id]?.trace.retries += 1
    enqueue(id)
  }

  mutating func forgetTransfer(_ id: LoadID) {
    queue.remove(id)
    let state = transfers.removeValue(forKey: id)
    if case .backingOff(let place) = state?.phase { sleeping.remove(at: place) }
    if let job = state?.previewJob { actions.append(.cancelJob(job)) }
  }

  /// What is to be done now, in order; it is taken once.
  mutating func takeActions() -> [LoadAction] { exchange(&actions, with: []) }

  /// While more than this has come and is not decoded, no speculation is fetched.
  ///
  /// A fast link would fill the memory otherwise; 32 MiB is about a second's work of two decode threads.
  private static let backlogLimitBytes = 32 << 20
}

extension ResponseHead {
  /// How long the server asks to be left alone, if it does.
  fileprivate func retryDelay(receivedAt now: Int) -> Duration? {
    fields["Retry-After"].flatMap { RetryAfter($0, receivedAt: now)?.delay }
  }
}
