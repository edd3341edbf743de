/// The frame with the shortest round trip of the last ten seconds: it found the way nearly empty.
///
/// The way may become longer. Frames that have it to themselves then take the place of an old one, as in BBR
/// (draft-ietf-ccwg-bbr, 4.5.2): the better of two, because a stall may delay one.
struct QuickestFrame: Hashable, Sendable {
  struct Trip: Hashable, Sendable {
    let time: Duration
    let bytes: Int
    /// The time without that of its own bytes, at the rate known when it ended, in seconds.
    let emptyWay: Double
  }

  /// How long the shortest round trip counts.
  private static let memory = Duration.seconds(10)

  private(set) var trip: Trip?
  private var at = Duration.zero
  /// The first slower trip after the memory has ended.
  private var slower: Trip?

  /// Takes a frame that had the way to itself.
  mutating func take(_ new: Trip, at now: Duration) {
    guard let trip, new.time > trip.time else { return replace(by: new, at: now) }
    guard isOld(at: now) else { return }
    if let slower {
      replace(by: new.emptyWay < slower.emptyWay ? new : slower, at: now)
    } else {
      slower = new
    }
  }

  /// True if the shortest round trip may have changed, or is unknown.
  func isOld(at now: Duration) -> Bool { trip == nil || now >= at + Self.memory }

  private mutating func replace(by new: Trip, at now: Duration) {
    (trip, at, slower) = (new, now, nil)
  }
}
