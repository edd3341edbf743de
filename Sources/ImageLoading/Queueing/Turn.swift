/// When something that waits has its turn: the more urgent first; among equals the one that is on
/// screen sooner; then the one that came first.
struct Turn: Comparable, Sendable {
  var priority: ImagePriority
  /// An instant on the clock of whoever waits.
  var visibleAt: Duration
  let arrival: UInt64

  static func < (first: Turn, second: Turn) -> Bool {
    if first.priority != second.priority { return first.priority > second.priority }
    if first.visibleAt != second.visibleAt { return first.visibleAt < second.visibleAt }
    return first.arrival < second.arrival
  }
}
