/// How long a load over a network took, on a clock that never goes back.
public struct LoadTimes: Hashable, Sendable {
  /// From being asked for to being ready, waiting for a slot and decoding included.
  public let total: Duration
  /// From the request to the first byte of the answer.
  public let firstByte: Duration
  /// From the first byte to the last one.
  public let transfer: Duration

  /// Makes times; negative ones count as zero.
  public init(total: Duration, firstByte: Duration, transfer: Duration) {
    self.total = max(.zero, total)
    self.firstByte = max(.zero, firstByte)
    self.transfer = max(.zero, transfer)
  }
}
