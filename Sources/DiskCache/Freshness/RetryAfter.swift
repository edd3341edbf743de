/// How long a server asks to be left alone (RFC 9110, 10.2.3).
public struct RetryAfter: Hashable, Sendable {
  /// From zero to a day: nobody waits longer, and a server that asks for a year is not kept to it.
  public let delay: Duration

  /// Parses the field, a number of seconds or a date; nil where it is neither.
  ///
  /// - Parameter now: seconds since 1970, when the response came.
  public init?(_ field: String, receivedAt now: Int) {
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
