/// Learns how many loads at a time keep the way to a host full.
///
/// - Complexity: O(1); a note sorts 24 intervals.
struct HostPipe: Sendable {
  private struct Sample {
    let from: Duration
    let to: Duration
    let bytes: Int
  }

  private static let capacity = 24
  /// The fewest loads from which anything is learned.
  private static let enough = 3
  /// The least time in which their bodies come: of less, a clock tells nothing.
  private static let leastTime = Duration.milliseconds(5)

  private var samples: [Sample] = []
  private var next = 0
  /// The bytes a second while anything is received, and the bytes of an average body; nil before they are known.
  private var rate: (bytesPerSecond: Double, averageBytes: Double)?

  /// Notes a body that has come.
  mutating func note(bytes: Int, lasting time: Duration, at now: Duration) {
    let sample = Sample(from: now - max(.zero, time), to: now, bytes: max(0, bytes))
    if samples.count < Self.capacity {
      samples.append(sample)
    } else {
      samples[next] = sample
    }
    next = (next + 1) % Self.capacity
    summarize()
  }

  /// The loads at a time that fill the pipe although each waits for its first byte; nil before it is known.
  ///
  /// While one waits, one and a quarter times what the pipe carries meanwhile is on its way: a quarter for
  /// sizes that differ. Further loads would only share the pipe: no load would come sooner, and most later.
  ///
  /// - Parameter firstByte: the least time to a first byte. A mean grows with the loads that wait at the server, and
  ///   more loads would follow from it.
  func width(firstByte: Duration?) -> Int? {
    guard let rate, let firstByte, rate.averageBytes >= 1 else { return nil }
    let meanwhile = rate.bytesPerSecond * (firstByte / .seconds(1)) / rate.averageBytes
    return Int(min(1e6, 1.25 * meanwhile))
  }

  private mutating func summarize() {
    guard samples.count >= Self.enough else { return }
    var busy = Duration.zero
    var end = Duration.seconds(-1e9)
    for sample in samples.sorted(by: { $0.from < $1.from }) where sample.to > end {
      busy += sample.to - max(end, sample.from)
      end = sample.to
    }
    let bytes = samples.reduce(0.0) { $0 + Double($1.bytes) }
    rate =
      busy < Self.leastTime ? nil : (bytes / (busy / .seconds(1)), bytes / Double(samples.count))
  }
}
