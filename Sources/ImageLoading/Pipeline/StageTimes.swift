/// The times that the stages of the latest loads took.
public struct StageTimes: Hashable, Sendable {
  /// Waiting for a slot.
  public internal(set) var queueWait = StageSummary()
  /// From the request to the head of the response.
  public internal(set) var firstByte = StageSummary()
  /// From the head of the response to its end.
  public internal(set) var transfer = StageSummary()
  /// Decoding and scaling.
  public internal(set) var decode = StageSummary()
  /// The processors.
  public internal(set) var process = StageSummary()

  /// No samples yet.
  public init() {}
}

/// One stage of the latest loads that went through it, 1,024 at most.
public struct StageSummary: Hashable, Sendable {
  /// Of all loads, not only the latest.
  public internal(set) var count = 0
  /// The median of the latest samples.
  public internal(set) var p50 = Duration.zero
  /// Nine of ten of the latest samples took no longer.
  public internal(set) var p90 = Duration.zero
  /// The longest of all samples.
  public internal(set) var max = Duration.zero

  /// No samples yet.
  public init() {}
}

/// The latest durations of every stage, from the traces of finished loads.
struct StageSamples: Sendable {
  private var queueWait = LatestDurations()
  private var firstByte = LatestDurations()
  private var transfer = LatestDurations()
  private var decode = LatestDurations()
  private var process = LatestDurations()

  mutating func add(_ trace: LoadTrace) {
    queueWait.add(trace.queueWait)
    firstByte.add(trace.firstByte)
    transfer.add(trace.transfer)
    decode.add(trace.decode)
    process.add(trace.process)
  }

  /// - Complexity: O(n log n) in the durations kept.
  var times: StageTimes {
    var times = StageTimes()
    times.queueWait = queueWait.summary
    times.firstByte = firstByte.summary
    times.transfer = transfer.summary
    times.decode = decode.summary
    times.process = process.summary
    return times
  }
}

/// A ring of durations.
private struct LatestDurations: Sendable {
  private static let capacity = 1_024

  private var ring: [Duration] = []
  private var count = 0

  mutating func add(_ duration: Duration?) {
    guard let duration else { return }
    if ring.count < Self.capacity {
      ring.append(duration)
    } else {
      ring[count % Self.capacity] = duration
    }
    count += 1
  }

  /// Percentiles by nearest rank.
  var summary: StageSummary {
    var summary = StageSummary()
    summary.count = count
    let sorted = ring.sorted()
    guard let longest = sorted.last else { return summary }
    summary.p50 = sorted[(sorted.count - 1) / 2]
    summary.p90 = sorted[(sorted.count - 1) * 9 / 10]
    summary.max = longest
    return summary
  }
}
