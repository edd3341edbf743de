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
