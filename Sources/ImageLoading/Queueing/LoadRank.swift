/// A load's turn: the more urgent first, the earlier first among equals.
struct LoadRank: Comparable, Sendable {
  var priority: ImagePriority
  let arrival: UInt64

  static func < (first: LoadRank, second: LoadRank) -> Bool {
    first.priority == second.priority
      ? first.arrival < second.arrival : first.priority > second.priority
  }
}

extension ImagePriority {
  /// Whether the picture is not on screen, and may never be.
  package var isSpeculative: Bool { self < .normal }
}
