/// How urgently something is wanted: by priority, then by when it is expected on screen.
package struct Urgency: Hashable, Comparable, Sendable {
  package var priority: ImagePriority
  /// On the clock of whoever compares; the sooner, the more urgent.
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
