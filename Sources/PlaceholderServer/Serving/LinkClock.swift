import NIOCore
import SimulationModels

/// The time of the shared link: it begins with the first response, and stops during outages.
///
/// A played trace requests its first pictures at its start. So the first outage comes at the same time as in the
/// laboratory, however long the program took to start.
struct LinkClock {
  private let outages: Outages?
  private var origin: NIODeadline?

  /// - Parameter outages: the outages; nil for none.
  init(_ outages: Outages?) {
    self.outages = outages
  }

  /// The time of the link; the first call starts it.
  mutating func time(at now: NIODeadline) -> Duration {
    let origin = origin ?? now
    self.origin = origin
    let instant = Duration.nanoseconds((now - origin).nanoseconds)
    return outages?.linkTime(at: instant) ?? instant
  }

  /// The instant of a link time; if the link has not begun, as if it began now.
  func instant(of time: Duration, at now: NIODeadline) -> NIODeadline {
    (origin ?? now) + TimeAmount(outages?.instant(ofLinkTime: time) ?? time)
  }
}
