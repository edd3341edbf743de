/// The delay before a retry that a server requests (RFC 9110, 10.2.3).
package struct RetryAfter: Hashable, Sendable {
  /// The delay, from zero to a day.
  package let delay: Duration

  /// Parses the field, a number of seconds or a date; nil if it is neither.
  ///
  /// - Parameters:
  ///   - field: the value of `Retry-After`.
  ///   - now: the time of the response, in seconds since 1970.
  package init?(_ field: String, receivedAt now: Int) {
    let seconds: Int
    if let delta = DeltaSeconds(field[...]) {
      seconds = delta.seconds
    } else if let date = HTTPDate(field, now: now) {
      seconds = date.secondsSince1970 - now
    } else {
      return nil
    }
    delay = .seconds(min(max(seconds, 0), 86_400))
  }
}
