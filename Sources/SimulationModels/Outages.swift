/// Regular outages of a link, as in railway tunnels; the first one begins after a period.
///
/// Link time stops during outages; transfers then resume.
package struct Outages: Hashable, Sendable {
  /// The time from the end of an outage to the beginning of the next.
  package let period: Duration
  package let length: Duration

  /// - Parameters:
  ///   - period: more than zero; anything less counts as a nanosecond.
  ///   - length: a negative one counts as zero.
  package init(every period: Duration, lasting length: Duration) {
    self.period = max(.nanoseconds(1), period)
    self.length = max(.zero, length)
  }

  /// Returns the link time at an instant.
  package func linkTime(at instant: Duration) -> Duration {
    let cycle = period + length
    let whole = (instant / cycle).rounded(.down)
    return period * whole + min(period, instant - cycle * whole)
  }

  /// Returns the instant of a link time; if an outage begins then, the instant of its end.
  package func instant(ofLinkTime time: Duration) -> Duration {
    time + length * (time / period).rounded(.down)
  }
}
