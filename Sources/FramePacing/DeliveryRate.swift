/// Measures the delivery rate of a link: the bytes answered while a frame was under way.
///
/// The rate is a lower bound of the link's capacity: frames that do not fill the link only show the rate at which they
/// were sent. Slightly larger frames then show a higher rate, until the link is full. Each rate spans at least a round
/// trip, so that bursts of answers do not raise it (Cheng, Cardwell: draft-ietf-ccwg-bbr, 4.1.2).
struct DeliveryRate: Hashable, Sendable {
  /// The state when a frame was sent.
  struct Mark: Hashable, Sendable {
    fileprivate let answeredBytes: Int
    fileprivate let answeredAt: Duration
    fileprivate let answeredSentAt: Duration
    fileprivate let sentAt: Duration
  }

  private var answeredBytes = 0
  private var answeredAt = Duration.zero
  /// When the latest answered frame was sent.
  private var answeredSentAt = Duration.zero

  /// Marks the start of a frame.
  ///
  /// - Parameter isAlone: whether no other frame is under way.
  mutating func mark(at now: Duration, isAlone: Bool) -> Mark {
    // Idle time says nothing about the link.
    if isAlone { (answeredAt, answeredSentAt) = (now, now) }
    return Mark(
      answeredBytes: answeredBytes, answeredAt: answeredAt, answeredSentAt: answeredSentAt,
      sentAt: now)
  }

  /// Counts the answer to a frame.
  ///
  /// - Returns: the bytes per second that were answered since the frame was sent.
  mutating func answered(
    _ bytes: Int, since mark: Mark, at now: Duration, roundTrip: Duration
  ) -> Double {
    answeredBytes += bytes
    answeredAt = now
    answeredSentAt = mark.sentAt
    let interval = max(
      now - mark.answeredAt, mark.sentAt - mark.answeredSentAt, roundTrip, .microseconds(1))
    return Double(answeredBytes - mark.answeredBytes) / interval.seconds
  }
}
