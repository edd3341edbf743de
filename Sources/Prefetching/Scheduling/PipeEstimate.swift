/// Learns what the way to the servers carries.
///
/// - Complexity: O(1); a note sorts 24 intervals.
package struct PipeEstimate: Hashable, Sendable {
  private struct Sample: Hashable {
    let from: Duration
    let to: Duration
    let bytes: Int
    let firstByte: Duration
  }

  /// The fewest loads that tell a rate.
  private static let enough = 3

  private var recent = RecentValues<Sample>(capacity: 24)
  /// Bytes a second while anything comes; nil before it is known.
  package private(set) var bytesPerSecond: Double?
  /// What a picture has on average, in bytes; nil before it is known.
  package private(set) var averageBytes: Double?
  /// The average time to the first byte; nil before it is known.
  package private(set) var firstByte: Duration?

  /// Knows nothing yet.
  package init() {}

  /// A load of so many bytes has ended.
  package mutating func note(_ times: LoadTimes, bytes: Int, at instant: Duration) {
    recent.append(
      Sample(
        from: instant - times.transfer, to: instant, bytes: max(0, bytes),
        firstByte: times.firstByte))
    summarise()
  }

  /// How many pictures a second come with so many loads at a time; nil before it is known.
  package func picturesPerSecond(slots: Int) -> Double? {
    guard let bytesPerSecond, let averageBytes, let firstByte, averageBytes >= 1 else { return nil }
    let alone = firstByte / .seconds(1) + averageBytes / bytesPerSecond
    return min(bytesPerSecond / averageBytes, Double(slots) / max(1e-6, alone))
  }

  /// How long it takes to bring so many pictures once they have begun to come; nil before it is known.
  func transferTime(of pictures: Int) -> Duration? {
    guard let bytesPerSecond, let averageBytes else { return nil }
    return .seconds(min(1e6, Double(pictures) * averageBytes / max(1, bytesPerSecond)))
  }

  private mutating func summarise() {
    let samples = recent.unordered
    guard samples.count >= Self.enough else { return }
    let bytes = samples.reduce(0.0) { $0 + Double($1.bytes) }
    var busy = Duration.zero
    var end = Duration.seconds(-1e9)
    for sample in samples.sorted(by: { $0.from < $1.from }) where sample.to > end {
      busy += sample.to - max(end, sample.from)
      end = sample.to
    }
    bytesPerSecond = bytes / max(1e-6, busy / .seconds(1))
    averageBytes = bytes / Double(samples.count)
    firstByte = samples.reduce(.zero) { $0 + $1.firstByte } / samples.count
  }
}

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
