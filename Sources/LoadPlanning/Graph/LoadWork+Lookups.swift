import DiskCache
import ImageRequests

/// The queue of disk cache lookups, which exists because the disk is read faster than pictures are decoded.
extension LoadWork {
  static func lookups(bytesInHand: Int) -> LoadQueue<LoadID> {
    let most = Constants.Queue.lookupsAtOnce
    var limits = LoadQueue<LoadID>.Limits(total: most, perHost: most)
    limits.bytesInHand = bytesInHand
    return LoadQueue(limits: limits)
  }

  mutating func enqueueLookup(_ id: LoadID, _ urgency: Urgency) {
    lookups.enqueue(id, host: "", priority: urgency.priority, visibleAt: urgency.visibleAt)
  }

  /// Orders the lookups whose turn it is.
  ///
  /// Bodies in transfer don't count against the memory: a cached body never waits for a slow server.
  mutating func startLookups(_ loads: LoadTable, _ outbox: inout LoadOutbox) {
    lookups.bodies.held = loads.held
    while let id = lookups.next() {
      guard let load = loads.known(id) else { continue }
      outbox.order(.lookUp(load.key.url, id, load.urgency))
    }
  }

  /// Handles the result of a disk cache lookup.
  mutating func lookedUp(_ id: LoadID, _ cached: CachedData?) {
    lookups.recordLength(cached?.bytes.count, of: id)
    lookups.remove(id)
  }
}
