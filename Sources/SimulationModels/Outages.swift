/// The times in which nothing passes a link, as in the tunnels of a railway: regular ones, the first after a period.
///
/// A link has a time of its own, which stands still in them. What is on its way goes on afterwards where it was.
package struct Outages: Hashable, Sendable {
  /// From the end of one to the beginning of the next.
  package let period: Duration
  package let length: Duration

  /// - Parameters:
  ///   - period: more than zero; anything less counts as a nanosecond.
  ///   - length: a negative one counts as zero.
  package init(every period: Duration, lasting length: Duration) {
    self.period = max(.nanoseconds(1), period)
    self.length = max(.zero, length)
  }

  /// The time of the link at an instant.
  package func linkTime(at instant: Duration) -> Duration {
    let cycle = period + length
    let whole = (instant / cycle).rounded(.down)
    return period * whole + min(period, instant - cycle * whole)
  }

  /// The instant of a time of the link; at the beginning of an outage it is that of its end.
  package func instant(ofLinkTime time: Duration) -> Duration {
    time + length * (time / period).rounded(.down)
  }
}
