/// The durations of a load over a network, on a clock that never goes back.
public struct LoadTimes: Hashable, Sendable {
  /// From the request of the item until it is ready, including the wait for a slot and decoding.
  public let total: Duration
  /// From the first byte to the last.
  public let transfer: Duration
  /// Whether other loads could use the same connection at the same time, as with HTTP/2.
  public let isMultiplexed: Bool

  /// Makes times; negative ones count as zero.
  public init(total: Duration, transfer: Duration, isMultiplexed: Bool = false) {
    self.total = max(.zero, total)
    self.transfer = max(.zero, transfer)
    self.isMultiplexed = isMultiplexed
  }
}
