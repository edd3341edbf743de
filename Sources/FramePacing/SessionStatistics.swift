import Histogram

/// The cost of all frames of a session, in constant memory.
package struct SessionStatistics: Sendable {
  package let budget: Duration
  package private(set) var count = 0
  /// Frames whose own work took longer than the budget.
  package private(set) var overBudget = 0
  /// Frames presented after their deadline.
  package private(set) var late = 0
  package private(set) var lateTime = Duration.zero
  private var sizes = FrameSizes()
  package private(set) var work = DurationHistogram()
  package private(set) var cpu = DurationHistogram()
  package private(set) var phases = PhaseHistograms()

  init(budget: Duration) {
    self.budget = budget
  }

  mutating func record(_ frame: FrameRecord) {
    count += 1
    if frame.times.work > budget { overBudget += 1 }
    if frame.lateBy > .zero { late += 1 }
    lateTime += frame.lateBy
    sizes.record(frame.bytes)
    work.record(frame.times.work)
    cpu.record(frame.times.cpu)
    phases.record(frame.times)
  }

  /// The total bytes of all frames.
  package var bytes: Int { sizes.total }
  package var medianFrameBytes: Int { sizes.median }
  package var largestFrameBytes: Int { sizes.largest }

  package var hitches: HitchRatio { HitchRatio(of: count, lateness: lateTime, budget: budget) }
}

/// The distributions of the times that phases of frames take.
package struct PhaseHistograms: Sendable {
  package private(set) var input = DurationHistogram()
  package private(set) var update = DurationHistogram()
  package private(set) var draw = DurationHistogram()
  /// The overlay's times, of frames that have one.
  package private(set) var overlay = DurationHistogram()
  package private(set) var present = DurationHistogram()

  mutating func record(_ times: FrameTimes) {
    input.record(times.input)
    update.record(times.update)
    draw.record(times.draw)
    if times.overlay > .zero { overlay.record(times.overlay) }
    present.record(times.present)
  }
}

/// The distribution of frame sizes in bytes.
private struct FrameSizes {
  private static let most = 1 << 30
  private(set) var total = 0
  private(set) var largest = 0
  private var histogram = Histogram<UInt32>(
    highestTrackableValue: UInt64(most), numberOfSignificantValueDigits: .two)

  mutating func record(_ bytes: Int) {
    total += bytes
    largest = max(largest, bytes)
    histogram.record(UInt64(max(0, min(bytes, Self.most))))
  }

  var median: Int { histogram.totalCount == 0 ? 0 : Int(histogram.valueAtPercentile(50)) }
}

/// A histogram of durations up to a minute, to the microsecond or two significant digits.
///
/// It takes 8 KB. Three digits would take 70 KB, which the first frame would have to touch.
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
