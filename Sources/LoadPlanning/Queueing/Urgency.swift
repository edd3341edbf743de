import ImageRequests

/// An urgency: a priority, and the time when a picture is expected on screen.
package struct Urgency: Hashable, Comparable, Sendable {
  package var priority: ImagePriority
  /// The expected time, on the caller's clock; an earlier one is more urgent.
  package var visibleAt: Duration

  package init(_ priority: ImagePriority, visibleAt: Duration = .zero) {
    self.priority = priority
    self.visibleAt = visibleAt
  }

  package static func < (first: Urgency, second: Urgency) -> Bool {
    first.priority == second.priority
      ? first.visibleAt > second.visibleAt : first.priority < second.priority
  }
}

/// The rank of a waiting load or job.
///
/// A higher priority comes first, then the earlier expected time, then the earlier arrival.
package struct Turn: Comparable, Sendable {
  package var priority: ImagePriority
  /// The expected time on screen, on the caller's clock.
  package var visibleAt: Duration
  package let arrival: UInt64

  package init(priority: ImagePriority, visibleAt: Duration, arrival: UInt64) {
    self.priority = priority
    self.visibleAt = visibleAt
    self.arrival = arrival
  }

  package static func < (first: Turn, second: Turn) -> Bool {
    if first.priority != second.priority { return first.priority > second.priority }
    if first.visibleAt != second.visibleAt { return first.visibleAt < second.visibleAt }
    return first.arrival < second.arrival
  }
}
