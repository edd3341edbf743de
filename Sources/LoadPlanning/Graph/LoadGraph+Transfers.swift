import FoundationEssentials
import ImageRequests

/// Transfers, and the effects of their changes.
extension LoadGraph {
  /// Requests a transfer, which starts at the end of a turn.
  mutating func fetch(_ request: DataRequest, for id: LoadID) {
    guard let load = loads.known(id) else { return }
    guard case .server(let host) = try? ByteSource(of: request.url) else {
      return finish(id, .failure(.badURL(request.url.shownText)))
    }
    loads.change(id) { $0.stage = .transferring }
    work.transfers.ask(id, request, host: host, load.urgency, at: time.elapsed)
  }

  /// Ends a turn: starts queued lookups and transfers, as far as the memory for bodies allows.
  package mutating func endTurn() {
    work.startLookups(loads, &outbox)
    while let (id, change) = work.transfers.startNext(
      holding: loads.held, at: time.elapsed, &outbox)
    {
      apply(change, of: id)
    }
  }

  /// Handles an event of a transfer attempt from the data loader.
  package mutating func fetched(_ id: LoadID, attempt: AttemptID, _ event: DataEvent) {
    apply(
      work.transfers.receive(event, of: id, attempt: attempt, at: time, &outbox), of: id)
  }

  /// The time at which to call `wake`; nil if no transfer waits for a time.
  package var nextWake: Duration? { work.transfers.nextWake }

  /// Handles the transfers whose alarm is due.
  package mutating func wake() {
    while let (id, change) = work.transfers.wakeNext(at: time.elapsed) { apply(change, of: id) }
  }

  /// Queues every transfer that waits for its next attempt.
  package mutating func retryNow() {
    for id in work.transfers.sleeping {
      apply(work.transfers.tryAgain(id, at: time.elapsed), of: id)
    }
  }

  /// Applies a change of a transfer to the loads and tasks above it.
  private mutating func apply(_ change: TransferChange?, of id: LoadID) {
    switch change {
    case nil: break
    case .begunAgain(let progress): report(.progress(progress), of: id)
    case .grown(let progress):
      if let progress { report(.progress(progress), of: id) }
      work.showPart(of: id, &loads, &outbox, at: time.elapsed)
      showFirstScans(of: id)
    case .stalled: showFirstScans(of: id)
    case .retrying(let delay, let error): report(.retrying(after: delay, because: error), of: id)
    case .ended(let result): end(id, result)
    }
  }

  private mutating func report(_ update: LoadUpdate, of id: LoadID) {
    outbox.report(update, to: loads.tasks(waitingFor: id))
  }

  private mutating func end(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard let load = loads.known(id), let state = work.transfers[id] else { return }
    loads.change(id) { $0.trace.record(state.times) }
    if case .success(let output) = result, output.byteCount > 0 {
      record(bytes: output.byteCount, from: .network, for: id)
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
