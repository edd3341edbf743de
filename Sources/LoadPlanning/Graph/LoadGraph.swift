import FoundationEssentials
import ImageRequests
import Raster

/// The loads in progress, their dependencies, and their next steps.
///
/// The graph is a pure value: it takes events, returns actions, and reads no clock; its time is the
/// last one given. It knows tasks by their IDs. A picture from a server passes through it so:
///
/// ```
/// in             loads, and the step of each                        out
///
/// join ────────► picture    .wait for its bytes
///                   │ subscribe
///                   ▼
///                bytes      .work ───► LoadQueue: the lookup waits
/// endTurn ───────────────────────────► LoadQueue ─────────────────► look up on disk
/// lookedUp ────► bytes      .wait for a transfer
///                   │ subscribe
///                   ▼
///                transfer   .fetch ──► TransferTable: it is queued
/// endTurn ───────────────────────────► TransferTable ─────────────► fetch
/// fetched ───────────────────────────► TransferTable: head, data, end
///                   ┌───────────────────────┘ TransferChange
///                   ▼
///                transfer   finish ───────────────────────────────► store on disk
///                   │ hand
///                   ▼
///                bytes      .settle
///                   │ hand
///                   ▼
///                picture    .work ────────────────────────────────► decode
/// worked ──────► picture    .finish ──────────────────────────────► remember, deliver
/// ```
///
/// `LoadRules` decide on steps, and only `perform` carries them out. `LoadWork` tracks the work for
/// loads, and decides what is worth finishing.
///
/// A batch of events is a turn. Lookups and transfers start only in `endTurn`, after the batch. So a load that
/// is started and canceled within a turn costs no transfer, and the most urgent transfer starts
/// first.
///
/// This file has the rules common to all loads. Equal keys share a load, its subscribers set its
/// urgency, and it stops when the last one leaves.
package struct LoadGraph: Sendable {
  /// The configuration of a graph.
  package struct Setup: Sendable {
    package var queueLimits: LoadQueue<LoadID>.Limits
    /// The limits of requests without their own.
    package var limits = ImageLimits()
    package var retries = RetryPolicy()
    /// Returns the random part of a retry delay, from 0 to below 1.
    package var chance: @Sendable () -> Double = { .random(in: 0..<1) }
    package var hasDataCache = false
    /// Whether the standard decoder handles JPEGs; a custom one may interpret them differently.
    package var makesStandIns = false
    /// The number of decode threads; with more decodes, pictures wait for each other.
    package var decodeThreads = 2

    package init(queueLimits: LoadQueue<LoadID>.Limits) { self.queueLimits = queueLimits }
  }

  let rules: LoadRules
  package var time = LoadTime()
  var loads = LoadTable()
  var work: LoadWork
  var outbox = LoadOutbox()
  var isInvalidated = false

  package init(_ setup: Setup) {
    rules = LoadRules(setup)
    work = LoadWork(setup)
  }

  package var statistics: LoadStatistics { work.statistics(with: outbox.counts) }

  /// Returns the pending actions in order, and removes them.
  package mutating func takeActions() -> [LoadAction] { outbox.takeActions() }
}

// MARK: - Subscribing and unsubscribing

extension LoadGraph {
  /// Subscribes a waiter to the load with this key, and starts the load if it doesn't exist.
  ///
  /// - Parameter base: the picture in memory that the load's picture can be made from.
  mutating func subscribe(
    _ waiter: Waiter, _ urgency: Urgency, to key: LoadKey, from base: PictureBase? = nil
  ) {
    let known = loads[key]
    let id = known ?? loads.add(key, for: waiter.subscriber, urgency, at: time.elapsed)
    if known != nil {
      outbox.countJoin()
      setUrgency(urgency, of: waiter.subscriber, on: id)
    }
    if case .task = waiter, loads.known(id)?.taskCount == 0 { outbox.countRequest() }
    loads.link(waiter, to: id)
    guard let load = loads.known(id) else { return }
    if known == nil {
      perform(rules.firstStep(of: load, from: base), for: id, from: base)
    } else if let output = load.output {
      loads.change(id) { $0.taskCount = 0 }
      hand(.success(output), of: load, to: CollectionOfOne(waiter.subscriber))
    }
  }

  /// Removes a subscriber; stops the load of the last one, unless it is a transfer worth finishing.
  mutating func unsubscribe(_ member: Subscriber, from id: LoadID) {
    guard let load = loads.remove(member, from: id) else { return }
    if !load.audience.isEmpty { return passUrgencyOn(id) }
    if work.abandon(load, rules.caches, at: time, &outbox) == .finish {
      let least = Urgency(.veryLow, visibleAt: time.elapsed)
      loads.change(id) { $0.audience.rest(at: least) }
      return passUrgencyOn(id)
    }
    remove(load)
  }

  mutating func setUrgency(_ urgency: Urgency, of member: Subscriber, on id: LoadID) {
    loads.change(id) { $0.audience.set(urgency, for: member) }
    passUrgencyOn(id)
  }

  /// Passes the audience's urgency on to the work of a load and to its source.
  private mutating func passUrgencyOn(_ id: LoadID) {
    guard let load = loads.known(id), load.urgency != load.audience.urgency else { return }
    let urgency = load.audience.urgency
    loads.setUrgency(urgency, of: id)
    work.setUrgency(urgency, of: load, &loads, &outbox)
    if let source = loads.source(of: load) {
      setUrgency(urgency, of: .load(id), on: source.id)
    }
  }
}

// MARK: - Ending

extension LoadGraph {
  /// Ends a load, and hands its result to the subscribers.
  mutating func finish(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard let load = loads.known(id) else { return }
    remove(load)
    hand(result, of: load, to: load.audience.members)
  }

  /// Hands bytes out, and keeps them while subscribers use them.
  mutating func settle(_ id: LoadID, with output: LoadOutput) {
    loads.settle(id, with: output)
    guard let load = loads.known(id) else { return }
    loads.change(id) { $0.taskCount = 0 }
    hand(.success(output), of: load, to: load.audience.members)
  }

  /// Hands a result to subscribers of a load, and concludes the request if tasks have made one.
  private mutating func hand(
    _ result: Result<LoadOutput, ImageError>, of load: Load, to members: some Sequence<Subscriber>
  ) {
    let trace = load.trace.ended(at: time.elapsed, result)
    if load.taskCount > 0 { outbox.conclude(trace, result) }
    for member in members {
      switch member {
      case .task(let task):
        loads.forget(task)
        outbox.deliver(result, trace, to: task)
        unsubscribe(member, from: load.id)
      case .load(let id): advance(id, with: result, of: load)
      }
    }
  }

  /// Removes a load, and unsubscribes it from its source.
  private mutating func remove(_ load: Load) {
    loads.remove(load)
    work.forget(load, &outbox)
    if let source = load.source { unsubscribe(.load(load.id), from: source) }
  }
}
