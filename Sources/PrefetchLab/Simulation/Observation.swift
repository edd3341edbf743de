/// Something that a simulation did, for those who check it.
package enum Observation: Hashable, Sendable {
  /// The gallery asked for a picture, ahead or on screen.
  case wanted(item: Int)
  /// The gallery gave a picture up; whether its tile was on screen.
  case cancelled(item: Int, isVisible: Bool)
  /// A transfer began.
  case started(item: Int)
  /// All of an instant was done: what pictures cost in memory, there or on their way, that have never
  /// been on screen.
  case settled(speculativeBytes: Int)
}
