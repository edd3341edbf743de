/// How far a load has got in having something to show before its picture.
enum StandInState: Hashable, Sendable {
  case untried
  /// This job looks for it, or makes it.
  case underWay(LoadID)
  /// It was tried, whatever came of it.
  case tried
}
