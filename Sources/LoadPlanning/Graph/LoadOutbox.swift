import FoundationEssentials
import ImageRequests
import Raster

/// The pending actions of a graph of loads, in order, and its counters.
struct LoadOutbox: Sendable {
  private var actions: [LoadAction] = []
  private(set) var counts = LoadStatistics()

  /// Returns the pending actions in order, and removes them.
  mutating func takeActions() -> [LoadAction] { exchange(&actions, with: []) }

  mutating func add(_ more: [LoadAction]) { actions += more }

  mutating func order(_ action: consuming TransferAction) { actions.append(.transfer(action)) }

  mutating func order(_ action: consuming JobAction) { actions.append(.job(action)) }

  mutating func order(_ action: CacheAction) {
    if case .refresh = action { counts.revalidated += 1 }
    actions.append(.cache(action))
  }

  /// Reports an update to the tasks whose callers listen.
  mutating func report(_ update: LoadUpdate, to tasks: some Sequence<TaskClaim>) {
    for task in tasks where task.wantsUpdates {
      actions.append(.report(.update(task.id, update)))
    }
  }
}

// MARK: - Requests

extension LoadOutbox {
  /// Counts a request that starts a load.
  mutating func countRequest() { counts.requested += 1 }

  /// Counts a subscriber that joins an existing load.
  mutating func countJoin() { counts.coalesced += 1 }

  /// Counts bytes that have arrived completely.
  mutating func count(bytes: Int, from source: LoadTrace.Source) {
    counts.bytes += bytes
    if source == .disk { counts.diskHits += 1 }
  }

  /// Counts a transfer that has finished although no task waits for it.
  mutating func countFinishedAfterCancel() { counts.finishedAfterCancel += 1 }

  /// Completes a request whose picture is in memory.
  mutating func answer(_ task: TaskClaim, with image: PixelImage, at now: Duration) {
    counts.requested += 1
    counts.memoryHits += 1
    var trace = LoadTrace(url: task.request.url, startedAt: now)
    trace.source = .memory
    actions.append(.report(.record(trace)))
    deliver(.success(.picture(image)), trace, to: task.id)
  }

  /// Fails a request without starting a load.
  mutating func refuse(_ task: TaskClaim, _ error: ImageError, at now: Duration) {
    counts.requested += 1
    let result = Result<LoadOutput, ImageError>.failure(error)
    let trace = LoadTrace(url: task.request.url, startedAt: now).ended(at: now, result)
    conclude(trace, result)
    deliver(result, trace, to: task.id)
  }

  /// Counts the outcome of a request, and reports its trace.
  mutating func conclude(_ trace: LoadTrace, _ result: Result<LoadOutput, ImageError>) {
    switch result {
    case .success: counts.loaded += 1
    case .failure(.cancelled): counts.cancelled += 1
    case .failure: counts.failed += 1
    }
    actions.append(.report(.record(trace)))
  }

  /// Ends a task, which may share its request with others.
  mutating func deliver(
    _ result: Result<LoadOutput, ImageError>, _ trace: LoadTrace, to task: TaskID
  ) {
    actions.append(.report(.deliver(task, result, trace)))
  }
}
