import DiskCache

/// Questions to the disk cache, which wait for their turn as transfers do: it reads faster than pictures are decoded.
extension LoadWork {
  /// The one thread that reads is kept busy by these.
  private static let lookupsAtOnce = 4

  static func lookups(bytesInHand: Int) -> LoadQueue<LoadID> {
    var limits = LoadQueue<LoadID>.Limits(total: lookupsAtOnce, perHost: lookupsAtOnce)
    limits.bytesInHand = bytesInHand
    return LoadQueue(limits: limits)
  }

  mutating func enqueueLookup(_ id: LoadID, _ urgency: Urgency) {
    lookups.enqueue(id, host: "", priority: urgency.priority, visibleAt: urgency.visibleAt)
  }

  /// Gives the questions whose turn it is to the thread that reads.
  ///
  /// Bodies on their way do not count: what is on disk waits for no slow server.
  mutating func startLookups(_ loads: LoadTable, _ outbox: inout LoadOutbox) {
    lookups.bodies.held = loads.held
    while let id = lookups.next() {
      guard let load = loads.known(id) else { continue }
      outbox.order(.lookUp(load.key.url, id, load.urgency))
    }
  }

  /// Takes an answer of the disk cache.
  mutating func lookedUp(_ id: LoadID, _ cached: CachedData?) {
    lookups.recordLength(cached?.bytes.count, of: id)
    lookups.remove(id)
  }
}
