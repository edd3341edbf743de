/// What loading is like at present, for a ``PrefetchPolicy`` to decide from.
public struct LoadConditions: Hashable, Sendable {
  /// How long loads take from being asked for to being ready: nine in ten no longer than this.
  ///
  /// Those of caches and files do not count. Nil before the first.
  public var timeToReady: Duration?
  /// Their average.
  public var averageTimeToReady: Duration?
  /// The average of the slowest twentieth of them.
  public var slowestTimeToReady: Duration?
  /// How many loads a second end, if as many as possible are under way; nil before it is known.
  public var itemsPerSecond: Double?
  /// How far, in offsets, the window may reach beyond the viewport for all of it to be kept.
  public var affordableLength = Int.max
  /// How many of the visible items are ready, from 0 to 1.
  public var readyShare = 1.0

  /// Makes conditions of which nothing is known.
  public init() {}
}
