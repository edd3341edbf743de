import LinkEstimates

/// The loads of one host: those that wait, the next one first, and how many hold a slot.
struct HostLane<ID: Hashable & Sendable>: Sendable {
  /// The streams up to which speculation starts.
  ///
  /// Over a satellite in the laboratory, eight leave 1.4 times the blank time. A number learned from the link leaves 0.9
  /// times as much.
  private static var speculativeStreams: Int { 16 }

  private var waiting = IndexedHeap<ID, Turn>()
  private(set) var running = Slots()
  private(set) var waitingOnScreen = 0
  /// Whether its server answers many requests at a time over one connection.
  var isMultiplexed = false
  /// How long the host takes.
  var times = HostTimes()
  /// The lane's place among those whose next load may have a slot.
  var openPlace: Int?
  /// The lane's place among those whose next load needs none.
  var streamPlace: Int?
  /// What it has been counted for of the slots that there are in all.
  var held = Slots()

  /// Whether it has no load at all.
  var isIdle: Bool { waiting.isEmpty && running.total == 0 }

  /// Makes a load wait; returns its place.
  mutating func enqueue(_ id: ID, _ turn: Turn) -> Int {
    countWaiting(turn, 1)
    return waiting.insert(id, rank: turn)
  }

  /// Changes the turn of the load that waits at a place.
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

  /// The turn of its next load, if that may have one of the host's slots.
  func openTurn(limit: Slots) -> Turn? {
    guard let (_, turn) = waiting.first,
      running.hasRoom(in: limit, forSpeculation: turn.priority.isSpeculative)
    else { return nil }
    return turn
  }

  /// The turn of its next load, if that needs no slot.
  ///
  /// The host's slots are then taken, and one of its connections carries this load too. Speculation
  /// has a few streams only: what is on screen must not share the link with a hundred others.
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

  /// Whether one more of the running loads may be speculation, by the streams that it may have.
  func hasSpeculativeStream(_ streams: Slots) -> Bool {
    isMultiplexed && running.speculative < width(streams) - 1
  }

  /// The streams up to which speculation starts: the other half is free for a page that comes on screen.
  private func width(_ streams: Slots) -> Int {
    min(streams.speculative / 2, Self.speculativeStreams)
  }

  /// What it takes of the slots that there are in all: no more than its own, whatever streams it has or had.
  func taken(limit: Slots) -> Slots {
    Slots(
      total: min(running.total, limit.total),
      speculative: min(running.speculative, limit.speculative))
  }

  /// Gives the next load a slot.
  mutating func startNext() -> (id: ID, turn: Turn)? {
    guard let (id, turn) = waiting.removeFirst() else { return nil }
    countWaiting(turn, -1)
    countRunning(isSpeculative: turn.priority.isSpeculative, 1)
    return (id, turn)
  }

  /// Takes a slot back.
  mutating func releaseSlot(isSpeculative: Bool) {
    countRunning(isSpeculative: isSpeculative, -1)
  }

  /// Records that a running load has become speculative, or stopped being so.
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

/// How long a host's answers take to begin; nil before the first.
package struct HostTimes: Hashable, Sendable {
  /// Half of the average is the last two or three.
  private var average = MovingAverage<Duration>(divisor: 4)

  package init() {}

  /// The average time from a request to the head of its answer.
  package var firstByte: Duration? { average.value }

  mutating func recordFirstByte(after time: Duration) { average.add(max(.zero, time)) }
}
