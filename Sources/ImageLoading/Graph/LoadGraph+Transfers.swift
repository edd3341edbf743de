import FoundationEssentials

/// Transfers, and what follows from what becomes of them.
extension LoadGraph {
  mutating func startTransfer(_ id: LoadID, _ request: DataRequest) {
    guard let load = loads.known(id) else { return }
    guard case .server(let host) = try? ByteSource(of: request.url) else {
      return finish(id, .failure(.badURL(request.url.shownText)))
    }
    loads.change(id) { $0.stage = .transferring }
    work.transfers.ask(id, request, host: host, load.urgency, at: time.elapsed)
  }

  /// Ends a turn: what has waited for its turn starts.
  mutating func endTurn() {
    work.endTurn(loads, &outbox, at: time.elapsed)
    hear()
  }

  /// Takes an event of an attempt from the data loader.
  mutating func fetched(_ id: LoadID, attempt: AttemptID, _ event: DataEvent) {
    work.transfers.fetched(id, attempt: attempt, event, at: time)
    hear()
  }

  /// When to call `wake`; nil if nothing sleeps.
  var nextWake: Duration? { work.transfers.nextWake }

  /// Queues the transfers whose time has come.
  mutating func wake() {
    work.transfers.wake(at: time.elapsed)
    hear()
  }

  /// Queues every transfer that waits for its next attempt.
  mutating func retryNow() {
    work.transfers.retryNow(at: time.elapsed)
    hear()
  }

  /// Takes the news of transfers, and acts on it.
  mutating func hear() {
    for news in work.transfers.takeNews() {
      switch news {
      case .step(let step):
        work.hear(step, &loads, &outbox, at: time.elapsed)
        if case .arrived(let id) = step { takeFirstScans(of: id) }
      case .ended(let id, let result): end(id, result)
      }
    }
  }

  private mutating func end(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard let load = loads.known(id), let state = work.transfers[id] else { return }
    loads.change(id) { $0.trace.note(state.times) }
    if case .success(let output) = result, output.byteCount > 0 {
      note(bytes: output.byteCount, from: .network, for: id)
      if loads.tasks(waitingFor: id).isEmpty { outbox.countFinishedAfterCancel() }
      let head = state.attempt?.head
      if !loads.isOutdated(load),
        let order = rules.caches.storing(output, head, from: load.key.address)
      {
        outbox.order(order)
      }
    }
    finish(id, result)
  }
}
