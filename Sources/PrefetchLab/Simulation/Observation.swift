/// An event of a simulation, for tests.
package enum Observation: Hashable, Sendable {
  /// The gallery asked for a picture, ahead or on screen.
  case wanted(item: Int)
  /// The gallery gave a picture up, whose tile was on screen or not.
  case cancelled(item: Int, isVisible: Bool)
  /// A transfer began.
  case started(item: Int)
  /// An instant is done; the bytes in memory or on their way are those of pictures never on screen.
  case settled(speculativeBytes: Int)
}
