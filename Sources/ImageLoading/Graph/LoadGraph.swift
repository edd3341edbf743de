import FoundationEssentials
import Raster

/// All loads that are under way, what waits for each, and what comes next.
///
/// It is a pure value: it takes events, gives out actions, and reads no clock; its time is the last
/// one it was given. It knows tasks by their identities. One picture from a server passes it so:
///
/// ```
/// in             loads, and the step of each                        out
///
/// join ────────► picture    .wait for its bytes
///                   │ subscribe
///                   ▼
///                bytes      .work ────────────────────────────────► look up on disk
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
/// `LoadRules` decide on the steps, and `perform` is the one place that takes them. `LoadWork` knows
/// what is being done for loads, and what is worth finishing. A batch of events is a turn, and
/// transfers start in `endTurn` alone, which comes after it. So a load that was started and canceled
/// within a turn costs no transfer, and the most urgent of a turn starts first.
///
/// This file has what all loads have in common. Equal keys share a load, its waiters set its urgency,
/// and it stops when the last of them leaves.
struct LoadGraph: Sendable {
  /// What does not change.
  struct Setup: Sendable {
    var queueLimits: LoadQueue<LoadID>.Limits
    /// The limits of requests that bring none.
    var limits = ImageLimits()
    var retries = RetryPolicy()
    /// From 0 to below 1: the random part of the delay before another attempt.
    var chance: @Sendable () -> Double = { .random(in: 0..<1) }
    var hasDataCache = false
    /// Whether pictures are decoded as JPEGs are: another decoder may make something else of them.
    var makesStandIns = false
    /// More decodes than that wait for each other.
    var decodeThreads = 2
  }

  let rules: LoadRules
  var time = LoadTime()
  var loads = LoadTable()
  var work: LoadWork
  var outbox = LoadOutbox()
  var isInvalidated = false

  init(_ setup: Setup) {
    rules = LoadRules(setup)
    work = LoadWork(setup)
  }

  var statistics: LoadStatistics { work.statistics(with: outbox.counts) }

  /// Takes the actions that are due now, in order; each is taken once.
  mutating func takeActions() -> [LoadAction] { outbox.takeActions() }
}

// MARK: - Waiting, and waiting no longer

extension LoadGraph {
  /// Makes a waiter wait for what a key names: for the load that there is, or for one that starts now.
  ///
  /// - Parameter base: for a picture, the one in memory that it can be made from.
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

  /// Removes a member; the load of the last one stops, unless it is a transfer that is nearly done.
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

  /// Makes the work for a load, and whatever it waits for, as urgent as its audience.
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
  /// Ends a load, and hands its result to everything that waits for it.
  mutating func finish(_ id: LoadID, _ result: Result<LoadOutput, ImageError>) {
    guard let load = loads.known(id) else { return }
    remove(load)
    hand(result, of: load, to: load.audience.members)
  }

  /// Keeps bytes for as long as something is made of them, and hands them out.
  mutating func settle(_ id: LoadID, with output: LoadOutput) {
    loads.settle(id, with: output)
    guard let load = loads.known(id) else { return }
    loads.change(id) { $0.taskCount = 0 }
    hand(.success(output), of: load, to: load.audience.members)
  }

  /// Hands a result to members of a load, and ends the request if tasks have made one.
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

  /// Forgets a load, and with it what only it has waited for.
  private mutating func remove(_ load: Load) {
    loads.remove(load)
    work.forget(load, &outbox)
    if let source = load.source { unsubscribe(.load(load.id), from: source) }
  }
}
