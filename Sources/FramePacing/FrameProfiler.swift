import LinkEstimates

/// Records the cost of frames: the last 600 exactly, the whole session as histograms.
package struct FrameProfiler: Sendable {
  package static let windowLength = 600

  package let budget: Duration
  package private(set) var session: SessionStatistics
  private var recent = RecentValues<FrameRecord>(capacity: windowLength)

  /// - Parameter budget: the time from one frame to the next, 16.67 ms at 60 a second.
  package init(budget: Duration) {
    self.budget = budget
    session = SessionStatistics(budget: budget)
  }

  /// Records a frame, in O(1).
  package mutating func record(_ frame: FrameRecord) {
    session.record(frame)
    recent.append(frame)
  }

  /// The frames of the window, oldest first.
  package var window: [FrameRecord] { recent.ordered }

  package var last: FrameRecord? { recent.last }

  /// Frames presented during the second before `now`, including the one being drawn.
  package func framesPerSecond(at now: Duration) -> Int {
    1 + recent.unordered.count { $0.presentedAt > now - .seconds(1) && $0.presentedAt <= now }
  }
}

/// Median, 99th percentile and maximum of a set of durations.
package struct Percentiles: Hashable, Sendable {
  package let p50: Duration
  package let p99: Duration
  package let max: Duration

  /// Exact, by the nearest-rank method, in O(n log n); all zero for an empty set.
  package init(_ durations: some Sequence<Duration>) {
    let sorted = durations.sorted()
    func rank(_ percent: Int) -> Duration {
      sorted.isEmpty ? .zero : sorted[(sorted.count * percent + 99) / 100 - 1]
    }
    p50 = rank(50)
    p99 = rank(99)
    max = sorted.last ?? .zero
  }
}

/// The cost of one frame.
package struct FrameRecord: Hashable, Sendable {
  /// Reading and understanding keys.
  package var input = Duration.zero
  /// Updating the state and the tracker, and forwarding effects.
  package var update = Duration.zero
  /// Drawing into the surface, overlay included.
  package var draw = Duration.zero
  /// The overlay's part of `draw`.
  package var overlay = Duration.zero
  /// Computing the difference, encoding and the write call.
  package var present = Duration.zero
  /// The main thread's processor time for all of it.
  package var cpu = Duration.zero
  /// The time from its deadline to its presentation; zero if on time.
  package var lateBy = Duration.zero
  package var bytes = 0
  /// The time of its presentation, since the start of the program.
  package var presentedAt = Duration.zero

  package init() {}

  /// The frame's own work, waiting excluded.
  package var work: Duration { input + update + draw + present }
}
