/// The durations of the stages of the latest loads.
public struct StageTimes: Hashable, Sendable {
  /// The time spent waiting for a slot.
  public internal(set) var queueWait = StageSummary()
  /// The time from the request to the head of the response.
  public internal(set) var firstByte = StageSummary()
  /// The time from the head of the response to its end.
  public internal(set) var transfer = StageSummary()
  /// The time for decoding and scaling.
  public internal(set) var decode = StageSummary()
  /// The time for the processors.
  public internal(set) var process = StageSummary()

  /// Creates times without samples.
  public init() {}
}

/// A summary of one stage of the latest loads, at most 1,024.
public struct StageSummary: Hashable, Sendable {
  /// The number of all loads that had this stage, not only the latest.
  public internal(set) var count = 0
  /// The median of the latest samples.
  public internal(set) var p50 = Duration.zero
  /// The 90th percentile of the latest samples.
  public internal(set) var p90 = Duration.zero
  /// The longest of the latest samples.
  public internal(set) var max = Duration.zero

  /// Creates a summary without samples.
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

  /// The summaries of all stages.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of durations kept.
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

/// A ring buffer of durations.
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

  /// The summary, with percentiles by nearest rank.
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
