/// Learns how fast the link to the servers carries pictures.
///
/// - Complexity: O(1); adding a load sorts 24 intervals.
package struct LinkEstimate: Hashable, Sendable {
  private struct Sample: Hashable {
    let from: Duration
    let to: Duration
    let isMultiplexed: Bool
  }

  /// The fewest loads for an estimate.
  private static let enough = 3

  private var recent = RecentValues<Sample>(capacity: 24)
  /// The time per picture of the busy link; nil before it is known.
  package private(set) var timePerPicture: Duration?
  /// Whether all recent loads could share their connections; false until known.
  package private(set) var isMultiplexed = false

  /// Creates an estimate before the first load.
  package init() {}

  /// Notes a load that has ended.
  package mutating func note(_ times: LoadTimes, at instant: Duration) {
    recent.append(
      Sample(
        from: instant - times.transfer, to: instant, isMultiplexed: times.isMultiplexed))
    let samples = recent.unordered
    guard samples.count >= Self.enough else { return }
    timePerPicture = Self.busyTime(samples) / samples.count
    isMultiplexed = samples.allSatisfy(\.isMultiplexed)
  }

  /// The time during which at least one of the loads was being received.
  private static func busyTime(_ samples: [Sample]) -> Duration {
    var busy = Duration.zero
    var end = Duration.seconds(-1e9)
    for sample in samples.sorted(by: { $0.from < $1.from }) where sample.to > end {
      busy += sample.to - max(end, sample.from)
      end = sample.to
    }
    return busy
  }
}

/// The durations of a load over a network, by a monotonic clock.
public struct LoadTimes: Hashable, Sendable {
  /// From the request of the item until it is ready, including the wait for a slot and decoding.
  public let total: Duration
  /// From the request on the network to the first byte of the answer.
  public let firstByte: Duration
  /// From the first byte to the last.
  public let transfer: Duration
  /// Whether other loads could use the same connection at the same time, as with HTTP/2.
  public let isMultiplexed: Bool

  /// Creates times; negative ones count as zero.
  public init(
    total: Duration, firstByte: Duration, transfer: Duration, isMultiplexed: Bool = false
  ) {
    self.total = max(.zero, total)
    self.firstByte = max(.zero, firstByte)
    self.transfer = max(.zero, transfer)
    self.isMultiplexed = isMultiplexed
  }
}
