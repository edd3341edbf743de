/// How much of a body is wanted; the greatest of several wishes holds.
enum BodyExtent: Hashable, Comparable, Sendable {
  /// A beginning that may show all of a picture: as much as the host's pictures mostly take, and no less than this.
  case beginning(atLeast: Int)
  case whole

  /// A picture that takes a longer beginning takes the whole.
  static let longestBeginning = 512 << 10
}
