/// How urgently something is wanted: by priority, then by when it is expected on screen.
package struct Urgency: Hashable, Comparable, Sendable {
  package var priority: ImagePriority
  /// An instant on the clock of the code that compares; the sooner, the more urgent.
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

/// When something that waits has its turn.
///
/// The more urgent goes first; among equals the one that is on screen sooner; then the one that
/// came first.
struct Turn: Comparable, Sendable {
  var priority: ImagePriority
  /// An instant on the clock of the side that waits.
  var visibleAt: Duration
  let arrival: UInt64

  static func < (first: Turn, second: Turn) -> Bool {
    if first.priority != second.priority { return first.priority > second.priority }
    if first.visibleAt != second.visibleAt { return first.visibleAt < second.visibleAt }
    return first.arrival < second.arrival
  }
}
