import ImageRequests
import LinkEstimates

/// The loads of one host: those that wait, in order, and the number of running ones.
struct HostLane<ID: Hashable & Sendable>: Sendable {
  private var waiting = IndexedHeap<ID, Turn>()
  private(set) var running = Slots()
  private(set) var waitingOnScreen = 0
  /// Whether the server answers many requests at a time over one connection.
  var isMultiplexed = false
  /// The response times of the host.
  var times = HostTimes()
  /// The lane's place in the heap of lanes whose next load may take a slot.
  var openPlace: Int?
  /// The lane's place in the heap of lanes whose next load needs no slot.
  var streamPlace: Int?
  /// The lane's share of the total slots.
  var held = Slots()

  /// Whether it has no loads.
  var isIdle: Bool { waiting.isEmpty && running.total == 0 }

  /// Adds a waiting load; returns its place.
  mutating func enqueue(_ id: ID, _ turn: Turn) -> Int {
    countWaiting(turn, 1)
    return waiting.insert(id, rank: turn)
  }

  /// Changes the turn of the waiting load at a place.
  mutating func changeTurn(at place: Int, _ change: (inout Turn) -> Void) {
    var changed: Turn?
    let earlier = waiting.changeRank(at: place) { turn in
      change(&turn)
      changed = turn
    }
    countWaiting(earlier, -1)
    if let changed { countWaiting(changed, 1) }
  }

  mutating func remove(at place: Int) {
    countWaiting(waiting.remove(at: place).rank, -1)
  }

  /// The turn of the next load, if a slot of the host is free for it.
  func openTurn(limit: Slots) -> Turn? {
    guard let (_, turn) = waiting.first,
      running.hasRoom(in: limit, forSpeculation: turn.priority.isSpeculative)
    else { return nil }
    return turn
  }

  /// The turn of the next load, if it needs no slot.
  ///
  /// All of the host's slots are taken, and one of its connections carries this load too.
  /// Speculation has only a few streams, because visible pictures must not share the link with a
  /// hundred other loads.
  func streamTurn(limit: Slots, streams: Slots) -> Turn? {
    guard isMultiplexed, let (_, turn) = waiting.first,
      !running.hasRoom(in: limit, forSpeculation: turn.priority.isSpeculative)
    else { return nil }
    let hasStream =
      turn.priority.isSpeculative
      ? running.total < width(streams) && hasSpeculativeStream(streams)
      : running.total < streams.total
    return hasStream ? turn : nil
  }

  /// Whether one more running load may be speculation, within the limit of streams.
  func hasSpeculativeStream(_ streams: Slots) -> Bool {
    isMultiplexed && running.speculative < width(streams) - 1
  }

  /// The number of streams up to which speculation starts; at least half is left for visible pictures.
  private func width(_ streams: Slots) -> Int {
    min(streams.speculative / 2, Constants.Queue.speculativeStreams)
  }

  /// The share of the total slots, at most the host's own limit; streams don't count.
  func taken(limit: Slots) -> Slots {
    Slots(
      total: min(running.total, limit.total),
      speculative: min(running.speculative, limit.speculative))
  }

  /// Starts the next load.
  mutating func startNext() -> (id: ID, turn: Turn)? {
    guard let (id, turn) = waiting.removeFirst() else { return nil }
    countWaiting(turn, -1)
    countRunning(isSpeculative: turn.priority.isSpeculative, 1)
    return (id, turn)
  }

  /// Frees the slot of a load that has ended.
  mutating func releaseSlot(isSpeculative: Bool) {
    countRunning(isSpeculative: isSpeculative, -1)
  }

  /// Records that a running load has become speculation, or has stopped being so.
  mutating func changeRunning(isSpeculative: Bool) {
    running.speculative += isSpeculative ? 1 : -1
  }

  private mutating func countWaiting(_ turn: Turn, _ sign: Int) {
    if !turn.priority.isSpeculative { waitingOnScreen += sign }
  }

  private mutating func countRunning(isSpeculative: Bool, _ sign: Int) {
    running.total += sign
    if isSpeculative { running.speculative += sign }
  }
}

/// The response times of a host; nil before the first.
package struct HostTimes: Hashable, Sendable {
  private var average = MovingAverage<Duration>(divisor: Constants.Average.divisor)

  package init() {}

  /// The average time from a request to the head of its response.
  package var firstByte: Duration? { average.value }

  mutating func recordFirstByte(after time: Duration) { average.add(max(.zero, time)) }
}
