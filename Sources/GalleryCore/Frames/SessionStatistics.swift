import Histogram

/// What all frames of a session cost, in constant memory.
package struct SessionStatistics: Sendable {
  package let budget: Duration
  package private(set) var count = 0
  /// Frames whose own work took longer than the budget.
  package private(set) var overBudget = 0
  /// Frames presented after their deadline.
  package private(set) var late = 0
  package private(set) var lateTime = Duration.zero
  package private(set) var bytes = 0
  package private(set) var work = DurationHistogram()
  package private(set) var cpu = DurationHistogram()
  package private(set) var input = DurationHistogram()
  package private(set) var update = DurationHistogram()
  package private(set) var draw = DurationHistogram()
  package private(set) var present = DurationHistogram()
  package private(set) var frameBytes = Histogram<UInt32>(
    highestTrackableValue: 1 << 30, numberOfSignificantValueDigits: .two)

  init(budget: Duration) {
    self.budget = budget
  }

  mutating func record(_ frame: FrameRecord) {
    count += 1
    if frame.work > budget { overBudget += 1 }
    if frame.lateBy > .zero { late += 1 }
    lateTime += frame.lateBy
    bytes += frame.bytes
    largestFrameBytes = max(largestFrameBytes, frame.bytes)
    work.record(frame.work)
    cpu.record(frame.cpu)
    input.record(frame.input)
    update.record(frame.update)
    draw.record(frame.draw)
    present.record(frame.present)
    frameBytes.record(UInt64(max(0, min(frame.bytes, 1 << 30))))
  }

  package var medianFrameBytes: Int {
    count == 0 ? 0 : Int(frameBytes.valueAtPercentile(50))
  }

  package private(set) var largestFrameBytes = 0

  /// Hitch time ratio: milliseconds late per second of frames, where a frame counts for its budget
  /// and for what it was late, so that idle time does not flatter the figure.
  package var hitchMillisecondsPerSecond: Double {
    let shown = (budget * count + lateTime).milliseconds
    return shown > 0 ? lateTime.milliseconds / shown * 1_000 : 0
  }
}

/// Durations up to a minute, to the microsecond or two significant digits: 8 KB instead of the 70
/// that three digits take, and that the first frame would have to touch.
package struct DurationHistogram: Sendable {
  private static let longest: UInt64 = 60_000_000
  private var histogram = Histogram<UInt32>(
    highestTrackableValue: longest, numberOfSignificantValueDigits: .two)

  package init() {}

  package mutating func record(_ duration: Duration) {
    histogram.record(min(duration.microseconds, Self.longest))
  }

  /// Milliseconds below which `percent` of the values lie; 0 when there are none.
  package func milliseconds(atPercentile percent: Double) -> Double {
    Double(histogram.valueAtPercentile(percent)) / 1_000
  }

  package var count: Int { Int(histogram.totalCount) }

  package var maxMilliseconds: Double {
    histogram.totalCount == 0 ? 0 : Double(histogram.max) / 1_000
  }
}
