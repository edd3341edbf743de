import ImageRequests

/// A priority queue that decides which load starts next.
///
/// The load with the highest priority starts first, then the one expected on screen sooner, then
/// the older one. There are three limits on slots: the total, those of one host, and those for
/// speculation (priorities below `.normal`). Speculation leaves one slot free in total and per
/// host, so that visible pictures never wait for it. It doesn't start while a visible picture waits
/// for any slot.
///
/// A fourth limit is on memory: no load starts while too many bytes are in memory. Speculation
/// leaves a part of that free as well; see `BodyMemory`.
///
/// Some hosts' connections carry many requests at a time. Visible pictures then need no slots, and
/// the host counts for at most its own slots. Speculation needs none either, up to a few streams.
///
/// The queue is a pure value: it starts nothing itself and reads no clock.
///
/// - Complexity: O(log *n*) for every call, except changing `limits`.
///
/// The queue looks up a load by its identifier once, and uses numbers from then on. So a load that
/// is canceled before it starts costs a fraction of a microsecond. The methods are specialized for
/// targets that identify loads by numbers: unspecialized ones take ten times as long.
package struct LoadQueue<ID: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    enum Stage: Sendable {
      /// The load waits at this place in its host's lane.
      case waiting(place: Int)
      /// The load runs, and its body counts for this many bytes.
      case running(isSpeculative: Bool, bytes: Int)
    }

    let lane: Int
    var stage: Stage
  }

  private var loads: [ID: Entry] = [:]
  var lanes = HostLanes<ID>()
  /// The lanes whose next load may take a slot of its host.
  private var open = IndexedHeap<Int, Turn>()
  /// The lanes whose next load takes a stream and no slot.
  private var openStreams = IndexedHeap<Int, Turn>()
  /// The slots taken.
  private var taken = Slots()
  private var waitingOnScreen = 0
  private var arrivals: UInt64 = 0

  /// The memory for bodies.
  var bodies: BodyMemory

  /// Whether waiting loads stay in the queue; running ones continue.
  package var isSuspended = false

  /// The limits on running loads.
  ///
  /// After raising a limit, more loads start with the next calls of `next`. After lowering one, no
  /// load starts until enough running ones have ended.
  ///
  /// - Complexity: O(*h* log *h*) to change, where *h* is the number of hosts.
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

  /// Adds a load to the queue; one that is already known keeps its place.
  ///
  /// - Parameter visibleAt: the time when the picture is expected on screen, on the caller's clock.
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

  /// Changes the priority of a waiting or running load; an unknown one is ignored.
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

  /// Changes the expected time of a waiting load; others are ignored.
  @specialized(where ID == Int)
  package mutating func setVisibleAt(_ visibleAt: Duration, of id: ID) {
    guard let load = loads[id], case .waiting(let place) = load.stage else { return }
    change(load.lane) { lane in lane.changeTurn(at: place) { $0.visibleAt = visibleAt } }
  }

  package mutating func setUrgency(_ urgency: Urgency, of id: ID) {
    setPriority(urgency.priority, of: id)
    setVisibleAt(urgency.visibleAt, of: id)
  }

  /// Whether a load is waiting.
  package func isWaiting(_ id: ID) -> Bool {
    if case .waiting? = loads[id]?.stage { true } else { false }
  }

  /// Returns the load to start now, if one may; it holds its slot until it is removed.
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

  /// Whether a turn must wait regardless of slots: speculation does while a visible picture waits.
  private func isHeld(_ turn: Turn) -> Bool {
    turn.priority.isSpeculative
      && (waitingOnScreen > 0 || !bodies.hasRoom(forSpeculation: true))
  }

  /// Removes a load: a waiting one never starts, and a running one has ended and frees its slot.
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

// MARK: - Abandoning

extension LoadQueue {
  /// Decides whether to cancel a load that no caller wants any more.
  ///
  /// A running load continues as speculation if it is nearly done, and speculation has room. A
  /// caller that wants it again sets its priority.
  ///
  /// - Parameters:
  ///   - standing: the progress of its transfer; nil if unknown, or if its result is useless. See
  ///     ``TransferStanding/isWorthFinishing(from:)``.
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

  /// Whether a running load of a host may become speculation within the limits.
  private func speculationHasRoom(in lane: Int) -> Bool {
    lanes[lane].hasSpeculativeStream(limits.streams)
      || taken.speculative < limits.slots.speculative
        && lanes[lane].running.speculative < limits.hostSlots.speculative
  }

  /// Records the response time of a host; hosts without loads are forgotten if there are too many.
  package mutating func recordFirstByte(after time: Duration, from host: String) {
    change(lanes.number(of: host)) { $0.times.recordFirstByte(after: time) }
  }

  /// Records whether a host's connections carry many requests at a time.
  package mutating func recordMultiplexing(_ isMultiplexed: Bool, from host: String) {
    let number = lanes.number(of: host)
    if lanes[number].isMultiplexed != isMultiplexed {
      change(number) { $0.isMultiplexed = isMultiplexed }
    }
  }
}

// MARK: - Bodies

extension LoadQueue {
  /// Records the length of a running load's body.
  package mutating func recordLength(_ length: Int?, of id: ID) {
    guard let length else { return }
    bodies.recordLength(length)
    recordReceived(0, expecting: length, of: id)
  }

  /// Records the bytes received of a running load's body.
  ///
  /// - Parameter length: the announced length; nil if unknown.
  package mutating func recordReceived(_ received: Int, expecting length: Int?, of id: ID) {
    guard let load = loads[id], case .running(let isSpeculative, var bytes) = load.stage else {
      return
    }
    bodies.update(&bytes, isSpeculative: isSpeculative, received: received, of: length)
    loads[id]?.stage = .running(isSpeculative: isSpeculative, bytes: bytes)
  }
}

// MARK: - Lanes

extension LoadQueue {
  /// Changes a host's lane, and updates the values derived from it.
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

  /// Updates the place of a lane in a heap, or removes it.
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
