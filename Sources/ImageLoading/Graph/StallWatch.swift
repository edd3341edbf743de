/// The transfers to look at again although nothing comes: the first scans of a JPEG are here, and the rest may stall.
struct StallWatch: Sendable {
  /// When to look at each.
  private var instants: [LoadID: Duration] = [:]

  /// The next time to look; nil without a transfer.
  var next: Duration? { instants.values.min() }

  /// Adds a transfer; one that is watched keeps its time, so that an arriving piece sets no new timer.
  mutating func add(_ id: LoadID, at instant: Duration) {
    if instants[id] == nil { instants[id] = instant }
  }

  mutating func remove(_ id: LoadID) { instants[id] = nil }

  /// Takes a transfer that has stalled; nil if there is none.
  ///
  /// - Parameter latest: when a transfer counts as stalled by what has come until now; nil if it never does.
  mutating func take(at now: Duration, _ latest: (LoadID) -> Duration?) -> LoadID? {
    while let (id, instant) = instants.min(by: { $0.value < $1.value }), instant <= now {
      instants[id] = nil
      guard let instant = latest(id) else { continue }
      if instant <= now { return id }
      instants[id] = instant
    }
    return nil
  }
}
