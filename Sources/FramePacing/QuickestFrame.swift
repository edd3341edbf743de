/// The frame with the shortest round trip of the last ten seconds, when the path was nearly empty.
///
/// The path may become slower. So an old frame is replaced by one that is alone on the path, as in BBR
/// (draft-ietf-ccwg-bbr, 4.5.2): the better of two, because a stall may delay one.
struct QuickestFrame: Hashable, Sendable {
  struct Trip: Hashable, Sendable {
    let time: Duration
    let bytes: Int
    /// The round trip without the transfer of its bytes, in seconds, at the rate known then.
    let emptyWay: Double
  }

  private(set) var trip: Trip?
  private var at = Duration.zero
  /// The first slower trip after that lifetime.
  private var slower: Trip?

  /// Considers a frame that was alone on the path.
  mutating func consider(_ new: Trip, at now: Duration) {
    guard let trip, new.time > trip.time else { return replace(by: new, at: now) }
    guard isOld(at: now) else { return }
    if let slower {
      replace(by: new.emptyWay < slower.emptyWay ? new : slower, at: now)
    } else {
      slower = new
    }
  }

  /// Whether the shortest round trip is outdated or unknown.
  func isOld(at now: Duration) -> Bool {
    trip == nil || now >= at + Constants.Gauge.roundTripLifetime
  }

  private mutating func replace(by new: Trip, at now: Duration) {
    (trip, at, slower) = (new, now, nil)
  }
}
