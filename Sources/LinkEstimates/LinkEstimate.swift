/// An estimate of the time per picture on the link to the servers.
///
/// - Complexity: O(1); adding a load sorts 24 intervals.
package struct LinkEstimate: Hashable, Sendable {
  private struct Sample: Hashable {
    let from: Duration
    let to: Duration
    let isMultiplexed: Bool
  }

  /// The minimum number of loads for an estimate.
  private static let enough = 3

  private var recent = RecentValues<Sample>(capacity: 24)
  /// The time per picture while the link is busy; nil until it is known.
  package private(set) var timePerPicture: Duration?
  /// Whether all recent loads could share their connections; false until known.
  package private(set) var isMultiplexed = false

  /// Creates an estimate without loads.
  package init() {}

  /// Records a load that has ended.
  ///
  /// - Parameters:
  ///   - transfer: the time from its first byte to the last; a negative one counts as zero.
  ///   - isMultiplexed: whether other loads could use the same connection at the same time.
  package mutating func recordLoad(
    transfer: Duration, isMultiplexed: Bool, at instant: Duration
  ) {
    recent.append(
      Sample(from: instant - max(.zero, transfer), to: instant, isMultiplexed: isMultiplexed))
    let samples = recent.unordered
    guard samples.count >= Self.enough else { return }
    timePerPicture = Self.busyTime(samples) / samples.count
    self.isMultiplexed = samples.allSatisfy(\.isMultiplexed)
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
