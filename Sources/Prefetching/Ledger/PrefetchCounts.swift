/// What became of the items that were announced.
///
/// `announced == cancelled + useful + late + wasted + pending`, always.
public struct PrefetchCounts: Hashable, Sendable {
  /// Announcements in all.
  public var announced = 0
  /// Cancelled before they were ready.
  public var cancelled = 0
  /// Ready before they were first shown.
  public var useful = 0
  /// Shown before they were ready.
  public var late = 0
  /// Ready and then dropped without having been shown, or failed.
  public var wasted = 0
  /// Neither of these yet.
  public var pending = 0
  /// What the wasted ones cost, in bytes.
  public var wastedBytes = 0

  /// Makes counts of nothing.
  public init() {}
}
