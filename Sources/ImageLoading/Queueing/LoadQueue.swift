/// Decides which load starts next.
///
/// The most urgent first, in the order of arrival within one priority, under three limits: the slots
/// in total, the slots of one host, and the slots of speculation (everything below `.normal`).
/// Speculation leaves one slot of either kind free, so that a picture on screen never waits for one
/// that is not; and none starts while such a picture waits, for whichever slot.
///
/// A pure value: it starts nothing itself and reads no clock.
///
/// - Complexity: O(log n) for every call.
package struct LoadQueue<ID: Hashable & Sendable>: Sendable {
  /// How many loads may hold a slot at a time.
  package struct Limits: Hashable, Sendable {
    package var total: Int
    package var perHost: Int

    /// Less than 1 counts as 1.
    package init(total: Int, perHost: Int) {
      self.total = max(1, total)
      self.perHost = max(1, perHost)
    }
  }

  private let limits: Limits
  private var hosts: [ID: String] = [:]
  private var lanes: [String: HostLane<ID>] = [:]
  /// The hosts whose first waiting load may start as far as the host is concerned.
  private var open = IndexedHeap<String, LoadRank>()
  private var running = SlotCount()
  private var waitingOnScreen = 0
  private var arrivals: UInt64 = 0

  /// Keeps speculation waiting, whatever is free, for a reason from outside the queue.
  package var holdsSpeculation = false

  package private(set) var waitingCount = 0
  package var runningCount: Int { running.total }

  package init(limits: Limits) {
    self.limits = limits
  }

  /// Has a load wait for its turn; one that is already known keeps its place.
  package mutating func enqueue(_ id: ID, host: String, priority: ImagePriority) {
    guard hosts[id] == nil else { return }
    hosts[id] = host
    arrivals += 1
    let rank = LoadRank(priority: priority, arrival: arrivals)
    changeLane(host) { $0.enqueue(id, rank) }
  }

  /// Changes how urgent a load is, whether it waits or runs; an unknown one is ignored.
  package mutating func setPriority(_ priority: ImagePriority, of id: ID) {
    guard let host = hosts[id] else { return }
    changeLane(host) { $0.setPriority(priority, of: id) }
  }

  /// Forgets a load: one that waits never starts, one that runs gives its slot back.
  package mutating func remove(_ id: ID) {
    guard let host = hosts.removeValue(forKey: id) else { return }
    changeLane(host) { $0.remove(id) }
  }

  /// Takes the load that starts now, if one may; it holds its slot until it is removed.
  package mutating func next() -> ID? {
    guard running.total < limits.total, let (host, rank) = open.first else { return nil }
    if rank.priority.isSpeculative {
      guard !holdsSpeculation, waitingOnScreen == 0,
        running.hasRoomForSpeculation(limit: limits.total)
      else { return nil }
    }
    return changeLane(host) { $0.start() }
  }

  /// Changes one host's lane and brings everything that is derived from it up to date.
  @discardableResult
  private mutating func changeLane<Result>(
    _ host: String, _ change: (inout HostLane<ID>) -> Result
  ) -> Result {
    var lane = lanes.removeValue(forKey: host) ?? HostLane()
    count(lane, sign: -1)
    let result = change(&lane)
    count(lane, sign: 1)
    if let rank = lane.openRank(limit: limits.perHost) {
      open.update(host, rank: rank)
    } else {
      open.remove(host)
    }
    if !lane.isEmpty { lanes[host] = lane }
    return result
  }

  private mutating func count(_ lane: HostLane<ID>, sign: Int) {
    running.total += sign * lane.running.total
    running.speculative += sign * lane.running.speculative
    waitingCount += sign * lane.waitingCount
    waitingOnScreen += sign * lane.waitingOnScreen
  }
}
