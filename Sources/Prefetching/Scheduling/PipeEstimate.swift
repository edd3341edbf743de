/// Learns the rate and the latency of the way to the servers.
///
/// - Complexity: O(1); a note sorts 24 intervals.
package struct PipeEstimate: Hashable, Sendable {
  private struct Sample: Hashable {
    let from: Duration
    let to: Duration
    let bytes: Int
    let firstByte: Duration
    let isMultiplexed: Bool
  }

  /// The fewest streams that a server should grant (RFC 9113, 6.5.2).
  private static let mostStreams = 100
  /// The fewest loads from which a rate is estimated.
  private static let enough = 3

  private var recent = RecentValues<Sample>(capacity: 24)
  /// The bytes a second while anything is received; nil before it is known.
  package private(set) var bytesPerSecond: Double?
  /// The average size of a picture, in bytes; nil before it is known.
  package private(set) var averageBytes: Double?
  /// The average time to the first byte; nil before it is known.
  package private(set) var firstByte: Duration?
  /// The least time to a first byte of all loads; nil before the first.
  private var leastFirstByte: Duration?
  /// Whether the rate is of bodies that took long enough for a clock.
  private var isRateKnown = false
  /// Whether all recent loads could share their connections with others: false before it is known.
  private(set) var isMultiplexed = false

  /// Makes an estimate before the first load.
  package init() {}

  /// Notes a load that has ended.
  package mutating func note(_ times: LoadTimes, bytes: Int, at instant: Duration) {
    recent.append(
      Sample(
        from: instant - times.transfer, to: instant, bytes: max(0, bytes),
        firstByte: times.firstByte, isMultiplexed: times.isMultiplexed))
    leastFirstByte = min(times.firstByte, leastFirstByte ?? times.firstByte)
    summarize()
  }

  /// The pictures a second with a number of loads at a time; nil before it is known.
  ///
  /// Loads that share a connection need no slots, so only the rate limits them.
  package func picturesPerSecond(slots: Int) -> Double? {
    guard let bytesPerSecond, let firstByte, let averageBytes, averageBytes >= 1 else {
      return nil
    }
    let alone = firstByte / .seconds(1) + averageBytes / bytesPerSecond
    let rate = bytesPerSecond / averageBytes
    return isMultiplexed ? rate : min(rate, Double(slots) / max(1e-6, alone))
  }

  /// The loads at a time that fill the pipe; nil before it is known.
  ///
  /// While one waits for its first byte, one and a quarter times what the pipe carries meanwhile is on its
  /// way: a quarter for sizes that differ. One more is received. Further loads would only share the pipe. The least
  /// wait counts, because others may have waited at the server for loads of ours.
  package var loadsAtATime: Int? {
    guard isRateKnown, let bytesPerSecond, let averageBytes, let leastFirstByte, averageBytes >= 1
    else { return nil }
    let meanwhile = bytesPerSecond * (leastFirstByte / .seconds(1)) / averageBytes
    return 1 + Int(min(Double(Self.mostStreams - 1), 1.25 * meanwhile))
  }

  /// The time from the first byte to the last of a number of pictures; nil before it is known.
  func transferTime(of pictures: Int) -> Duration? {
    guard let bytesPerSecond, let averageBytes else { return nil }
    return .seconds(min(1e6, Double(pictures) * averageBytes / max(1, bytesPerSecond)))
  }

  private mutating func summarize() {
    let samples = recent.unordered
    guard samples.count >= Self.enough else { return }
    let bytes = samples.reduce(0.0) { $0 + Double($1.bytes) }
    var busy = Duration.zero
    var end = Duration.seconds(-1e9)
    for sample in samples.sorted(by: { $0.from < $1.from }) where sample.to > end {
      busy += sample.to - max(end, sample.from)
      end = sample.to
    }
    isRateKnown = busy >= .milliseconds(5)
    bytesPerSecond = bytes / max(1e-6, busy / .seconds(1))
    averageBytes = bytes / Double(samples.count)
    firstByte = samples.reduce(.zero) { $0 + $1.firstByte } / samples.count
    isMultiplexed = samples.allSatisfy(\.isMultiplexed)
  }
}

/// The durations of a load over a network, on a clock that never goes back.
public struct LoadTimes: Hashable, Sendable {
  /// From the request of the item until it is ready, including the wait for a slot and decoding.
  public let total: Duration
  /// From the request on the network to the first byte of the answer.
  public let firstByte: Duration
  /// From the first byte to the last.
  public let transfer: Duration
  /// Whether other loads could use the same connection at the same time, as with HTTP/2.
  public let isMultiplexed: Bool

  /// Makes times; negative ones count as zero.
  public init(
    total: Duration, firstByte: Duration, transfer: Duration, isMultiplexed: Bool = false
  ) {
    self.total = max(.zero, total)
    self.firstByte = max(.zero, firstByte)
    self.transfer = max(.zero, transfer)
    self.isMultiplexed = isMultiplexed
  }
}
