import LinkModel
import NIOCore

/// The time of the link that answers share: it begins with the first of them, and stands still in outages.
///
/// A trace that is played asks for its first pictures as it begins. So the first outage comes where the laboratory has
/// it, however long the program took to start.
struct LinkClock {
  private let outages: Outages?
  private var origin: NIODeadline?

  /// - Parameter outages: when nothing passes; nil if the link always has room.
  init(_ outages: Outages?) {
    self.outages = outages
  }

  /// The time of the link; the first call begins it.
  mutating func time(at now: NIODeadline) -> Duration {
    let origin = origin ?? now
    self.origin = origin
    let instant = Duration.nanoseconds((now - origin).nanoseconds)
    return outages?.linkTime(at: instant) ?? instant
  }

  /// The instant at which the link has a time; if it has not begun, as if it began now.
  func instant(of time: Duration, at now: NIODeadline) -> NIODeadline {
    (origin ?? now) + TimeAmount(outages?.instant(ofLinkTime: time) ?? time)
  }
}
