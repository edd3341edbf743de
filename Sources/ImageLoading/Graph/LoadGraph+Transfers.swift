import FoundationEssentials

/// Transfers, and what follows from what becomes of them.
extension LoadGraph {
  /// While more than this has come and is not decoded, no speculation is fetched.
  ///
  /// A fast link would fill the memory otherwise; 32 MiB is about a second's work of two decode threads.
  private static let backlogLimitBytes = 32 << 20

  mutating func startTransfer(_ id: LoadID, _ request: DataRequest, _ urgency: Urgency) {
    guard case .server(let host) = try? ByteSource(of: request.url) else {
      return finish(id, .failure(.badURL(request.url.shownText)))
    }
    loads.change(id) { $0.stage = .transferring }
    transfers.ask(id, request, host: host, urgency, at: time.elapsed)
  }

  /// Ends a turn; see ``TransferTable/endTurn(holdsSpeculation:at:)``.
  mutating func endTurn() {
    transfers.endTurn(
      holdsSpeculation: backlogBytes > Self.backlogLimitBytes, at: time.elapsed)
    hear()
  }

  /// Whether something must start at the end of the next turn, even if nothing happens in it.
  var awaitsTurn: Bool { transfers.awaitsTurn }

  /// Takes an event of an attempt from the data loader.
  mutating func fetched(_ id: LoadID, attempt: AttemptID, _ event: DataEvent) {
    transfers.fetched(id, attempt: attempt, event, at: time)
    hear()
  }

  /// When to call `wake`; nil if nothing sleeps.
  var nextWake: Duration? { transfers.nextWake }

  /// Queues the transfers whose time has come.
  mutating func wake() {
    transfers.wake(at: time.elapsed)
    hear()
  }

  /// Queues every transfer that waits for its next attempt.
  mutating func retryNow() {
    transfers.retryNow(at: time.elapsed)
    hear()
  }

  /// Takes the news of transfers, and acts on it.
  mutating func hear() {
    for news in transfers.takeNews() {
      switch news {
      case .action(let action): actions.append(.transfer(action))
      case .progress(let id, let progress): tell(.progress(progress), toThoseWaitingFor: id)
      case .arrived(let id):
        findStandIn(inTransfer: id)
        preview(id)
      case .retrying(let id, let delay, let error):
        tell(.retrying(after: delay, because: error), toThoseWaitingFor: id)
      case .ended(let id, let result): end(id, result)
      }
    }
  }

  private mutating func end(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard let load = loads.known(id), let state = transfers[id] else { return }
    loads.change(id) { $0.trace.note(state.times) }
    if case .success(.bytes(let bytes)) = result {
      counters.bytes += bytes.count
      if loads.tasks(waitingFor: id).isEmpty { counters.finishedAfterCancel += 1 }
      loads.change(id) { load in
        load.trace.source = .network
        load.trace.bytes = bytes.count
      }
      if let head = state.attempt?.head, hasDiskCache(for: load.key.address) {
        actions.append(.cache(.store(load.key.url, bytes, head)))
      }
    }
    finish(id, result)
  }

  mutating func forgetTransfer(_ load: Load) {
    transfers.remove(load.id)
    if let job = load.previews.job { actions.append(.job(.cancel(job))) }
  }
}
