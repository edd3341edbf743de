/// The loads of one host: those that wait, most urgent first, and those that hold a slot.
struct HostLane<ID: Hashable & Sendable>: Sendable {
  private var waiting = IndexedHeap<ID, LoadRank>()
  private var started: [ID: LoadRank] = [:]
  private(set) var running = SlotCount()
  private(set) var waitingOnScreen = 0

  var waitingCount: Int { waiting.count }
  var isEmpty: Bool { waiting.isEmpty && started.isEmpty }

  mutating func enqueue(_ id: ID, _ rank: LoadRank) {
    waiting.update(id, rank: rank)
    if !rank.priority.isSpeculative { waitingOnScreen += 1 }
  }

  mutating func setPriority(_ priority: ImagePriority, of id: ID) {
    if var rank = waiting.remove(id) {
      if !rank.priority.isSpeculative { waitingOnScreen -= 1 }
      rank.priority = priority
      enqueue(id, rank)
    } else if let rank = started[id] {
      if rank.priority.isSpeculative { running.speculative -= 1 }
      if priority.isSpeculative { running.speculative += 1 }
      started[id]?.priority = priority
    }
  }

  mutating func remove(_ id: ID) {
    if let rank = waiting.remove(id) {
      if !rank.priority.isSpeculative { waitingOnScreen -= 1 }
    } else if let rank = started.removeValue(forKey: id) {
      running.total -= 1
      if rank.priority.isSpeculative { running.speculative -= 1 }
    }
  }

  /// The turn of the most urgent load, if the host has a slot for it.
  func openRank(limit: Int) -> LoadRank? {
    guard let (_, rank) = waiting.first, running.total < limit else { return nil }
    if rank.priority.isSpeculative, !running.hasRoomForSpeculation(limit: limit) { return nil }
    return rank
  }

  /// Gives the most urgent load a slot.
  mutating func start() -> ID? {
    guard let (id, rank) = waiting.first else { return nil }
    remove(id)
    started[id] = rank
    running.total += 1
    if rank.priority.isSpeculative { running.speculative += 1 }
    return id
  }
}
