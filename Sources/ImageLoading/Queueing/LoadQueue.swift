/// Decides which load starts next.
///
/// The most urgent goes first; within one priority the one that is on screen sooner, then the one
/// that came first. Three limits hold for slots: the slots in total, the slots of one host, and the slots of
/// speculation (everything below `.normal`). Speculation leaves one slot of either kind free, so
/// that a picture on screen never waits for one that is not. No speculation starts while such a
/// picture waits, for whichever slot.
///
/// A fourth limit holds for memory: nothing starts while too many bytes are in hand. Speculation leaves a part of it
/// free as well; see `BodyMemory`.
///
/// Some hosts' connections carry many answers at a time. The slots of such a host do not limit what
/// is on screen, and it counts for no more than them. Nor do they limit speculation, as long as the
/// pipe is not full.
///
/// It is a pure value: it starts nothing itself and reads no clock.
///
/// - Complexity: O(log n) for every call, `limits` aside.
///
/// The queue looks a load up once by its identity, and by numbers from there. So a load that comes
/// and goes without starting costs a fraction of a microsecond. The methods are specialized for
/// targets that name their loads by numbers: unspecialized they take ten times as long.
package struct LoadQueue<ID: Hashable & Sendable>: Sendable {
  struct Entry: Sendable {
    enum Stage: Sendable {
      /// At this place in its host's lane.
      case waiting(place: Int)
      /// Its body counts for so many bytes.
      case running(isSpeculative: Bool, bytes: Int)
    }

    let lane: Int
    var stage: Stage
  }

  var loads: [ID: Entry] = [:]
  var lanes = HostLanes<ID>()
  /// The lanes whose next load may start as far as the host is concerned.
  private var open = IndexedHeap<Int, Turn>()
  /// The lanes whose next load takes a stream and no slot.
  private var openStreams = IndexedHeap<Int, Turn>()
  /// The slots that are taken.
  private var taken = Slots()
  private var waitingOnScreen = 0
  private var arrivals: UInt64 = 0

  /// The bytes in hand.
  var bodies: BodyMemory

  /// Whether everything waits; running loads are left alone.
  package var isSuspended = false

  /// The limits on the loads that run at a time.
  ///
  /// A raised limit lets more start at the next `next`; under a lowered one nothing starts until
  /// enough running loads have ended.
  ///
  /// - Complexity: O(h log h) to change, h being the hosts.
  package var limits: Limits {
    didSet {
      bodies.limitBytes = limits.bytesInHand
      for number in lanes.all { change(number) { _ in } }
    }
  }

  package init(limits: Limits) {
    self.limits = limits
    bodies = BodyMemory(limitBytes: limits.bytesInHand)
  }

  package var waitingCount: Int { loads.count - runningCount }
  package private(set) var runningCount = 0

  /// Makes a load wait for its turn; one that is already known keeps its place.
  ///
  /// - Parameter visibleAt: when the picture is expected on screen, an instant on the caller's
  ///   clock.
  @specialized(where ID == Int)
  package mutating func enqueue(
    _ id: ID, host: String, priority: ImagePriority, visibleAt: Duration
  ) {
    guard loads[id] == nil else { return }
    arrivals += 1
    let turn = Turn(priority: priority, visibleAt: visibleAt, arrival: arrivals)
    let number = lanes.number(of: host)
    let place = change(number) { $0.enqueue(id, turn) }
    loads[id] = Entry(lane: number, stage: .waiting(place: place))
  }

  /// Changes how urgent a load is, whether it waits or runs; an unknown one is ignored.
  @specialized(where ID == Int)
  package mutating func setPriority(_ priority: ImagePriority, of id: ID) {
    guard let load = loads[id] else { return }
    switch load.stage {
    case .waiting(let place):
      change(load.lane) { lane in lane.changeTurn(at: place) { $0.priority = priority } }
    case .running(let isSpeculative, let bytes):
      if isSpeculative == priority.isSpeculative { return }
      change(load.lane) { $0.changeRunning(isSpeculative: priority.isSpeculative) }
      bodies.move(bytes, toSpeculation: priority.isSpeculative)
      loads[id]?.stage = .running(isSpeculative: priority.isSpeculative, bytes: bytes)
    }
  }

  /// Changes when a load that waits is expected on screen; others are left alone.
  @specialized(where ID == Int)
  package mutating func setVisibleAt(_ visibleAt: Duration, of id: ID) {
    guard let load = loads[id], case .waiting(let place) = load.stage else { return }
    change(load.lane) { lane in lane.changeTurn(at: place) { $0.visibleAt = visibleAt } }
  }

  package mutating func setUrgency(_ urgency: Urgency, of id: ID) {
    setPriority(urgency.priority, of: id)
    setVisibleAt(urgency.visibleAt, of: id)
  }

  /// Whether a load waits for its turn.
  package func isWaiting(_ id: ID) -> Bool {
    if case .waiting? = loads[id]?.stage { true } else { false }
  }

  /// Takes the load that starts now, if one may; it holds its slot until it is removed.
  @specialized(where ID == Int)
  package mutating func next() -> ID? {
    guard !isSuspended, bodies.hasRoom(forSpeculation: false), let number = nextLane,
      let (id, turn) = change(number, { $0.startNext() })
    else { return nil }
    let isSpeculative = turn.priority.isSpeculative
    let bytes = bodies.reserve(isSpeculative: isSpeculative)
    loads[id]?.stage = .running(isSpeculative: isSpeculative, bytes: bytes)
    return id
  }

  /// The lane whose next load starts now.
  private var nextLane: Int? {
    let stream = openStreams.first.flatMap { isHeld($0.rank) ? nil : $0 }
    guard let slot = open.first, stream.map({ slot.rank < $0.rank }) ?? true else {
      return stream?.element
    }
    let isSpeculative = slot.rank.priority.isSpeculative
    return !isHeld(slot.rank) && taken.hasRoom(in: limits.slots, forSpeculation: isSpeculative)
      ? slot.element : stream?.element
  }

  /// Whether a turn waits, whatever is free: speculation does while anything on screen waits.
  private func isHeld(_ turn: Turn) -> Bool {
    turn.priority.isSpeculative
      && (waitingOnScreen > 0 || !bodies.hasRoom(forSpeculation: true))
  }

  /// Forgets a load: a waiting one never starts, and a running one has ended and gives its slot
  /// back.
  @specialized(where ID == Int)
  package mutating func remove(_ id: ID) {
    guard let load = loads.removeValue(forKey: id) else { return }
    switch load.stage {
    case .waiting(let place): change(load.lane) { $0.remove(at: place) }
    case .running(let isSpeculative, let bytes):
      bodies.release(bytes, isSpeculative: isSpeculative)
      change(load.lane) { $0.releaseSlot(isSpeculative: isSpeculative) }
    }
  }
}

// MARK: - Giving up

extension LoadQueue {
  /// Decides whether a load that no caller wants any more is worth stopping.
  ///
  /// A running load goes on as speculation if it is nearly done, and speculation has room. A caller that wants it again sets its priority.
  ///
  /// - Parameters:
  ///   - standing: how far its transfer has got; nil where that is unknown, or its result of no
  ///     use. See ``TransferStanding/isWorthFinishing(from:)``.
  @specialized(where ID == Int)
  package mutating func abandon(_ id: ID, _ standing: TransferStanding? = nil) -> Abandonment {
    guard let load = loads[id], case .running(let isSpeculative, _) = load.stage else {
      remove(id)
      return .forgotten
    }
    guard let standing, standing.isWorthFinishing(from: lanes[load.lane].times),
      isSpeculative || speculationHasRoom(in: load.lane)
    else {
      remove(id)
      return .cancel
    }
    setPriority(.veryLow, of: id)
    return .finish
  }

  /// Whether a running load of a host may become speculation, so that a slot of either kind is left.
  private func speculationHasRoom(in lane: Int) -> Bool {
    lanes[lane].hasSpeculativeStream(limits.streams)
      || taken.speculative < limits.slots.speculative
        && lanes[lane].running.speculative < limits.hostSlots.speculative
  }

  /// Records how long a host's answer took to begin; of hosts without loads only some are remembered.
  package mutating func recordFirstByte(after time: Duration, from host: String) {
    change(lanes.number(of: host)) { $0.times.recordFirstByte(after: time) }
  }

  /// Records whether a host's connections carry many answers at a time.
  package mutating func recordMultiplexing(_ isMultiplexed: Bool, from host: String) {
    let number = lanes.number(of: host)
    if lanes[number].isMultiplexed != isMultiplexed {
      change(number) { $0.isMultiplexed = isMultiplexed }
    }
  }
}

// MARK: - Lanes

extension LoadQueue {
  /// Changes one host's lane and brings everything that is derived from it up to date.
  @discardableResult
  mutating func change<Result>(
    _ number: Int, _ change: (inout HostLane<ID>) -> Result
  ) -> Result {
    lanes.change(number) { lane in
      let earlier = (running: lane.running.total, waitingOnScreen: lane.waitingOnScreen)
      let result = change(&lane)
      runningCount += lane.running.total - earlier.running
      waitingOnScreen += lane.waitingOnScreen - earlier.waitingOnScreen
      let held = lane.taken(limit: limits.hostSlots)
      taken.total += held.total - lane.held.total
      taken.speculative += held.speculative - lane.held.speculative
      lane.held = held
      Self.move(number, lane.openTurn(limit: limits.hostSlots), in: &open, at: &lane.openPlace)
      let stream = lane.streamTurn(limit: limits.hostSlots, streams: limits.streams)
      Self.move(number, stream, in: &openStreams, at: &lane.streamPlace)
      return result
    }
  }

  /// Puts a lane where its next turn belongs in a heap, or takes it out.
  private static func move(
    _ number: Int, _ turn: Turn?, in heap: inout IndexedHeap<Int, Turn>, at place: inout Int?
  ) {
    switch (place, turn) {
    case (nil, nil): break
    case (nil, let turn?): place = heap.insert(number, rank: turn)
    case (let old?, let turn?): heap.changeRank(at: old) { $0 = turn }
    case (let old?, nil):
      heap.remove(at: old)
      place = nil
    }
  }
}
