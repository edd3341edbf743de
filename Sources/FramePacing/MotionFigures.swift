/// The smoothness of what recently moved on the screen.
///
/// Only the time in which a frame was due counts, at least a period for each: neither a person who reads nor the
/// pauses between the repeats of a held key lower a rate.
package struct MotionFigures: Hashable, Sendable {
  // The rates of other programs have the same limits.
  package static let longestGap = Constants.Motion.longestGap
  package static let rest = Constants.Motion.rest
  package static let leastTime = Constants.Motion.leastTime

  /// The frames in the last second in which frames were due, per second.
  package let framesPerSecond: Double
  /// The mean rate of the slowest hundredth of the frames, at least one, per second.
  package let onePercentLow: Double
  /// The mean error in time of the steps of moving tiles, against a steady speed; nil unless tiles moved.
  package let animationError: Duration?

  /// - Parameters:
  ///   - frames: the latest frames, newest first.
  ///   - budget: the time from one frame to the next.
  /// - Returns: nil if the times in which they were due are less than a quarter of a second.
  /// - Complexity: O(frames).
  init?(of frames: some Sequence<FrameRecord>, budget: Duration) {
    var second = (frames: 0, time: Duration.zero)
    var slowest = SlowestIntervals()
    var motion = TileMotion(mostSteps: Constants.Motion.errorSteps)
    for frame in frames {
      motion.append(frame)
      guard let interval = frame.interval else { continue }
      let time = min(interval, max(budget, frame.elapsed(budget: budget)))
      if second.time < .seconds(1) {
        second.frames += 1
        second.time += time
      }
      slowest.insert(time)
    }
    guard second.time >= Constants.Motion.leastTime, slowest.mean > .zero else { return nil }
    framesPerSecond = Double(second.frames) / second.time.seconds
    onePercentLow = 1 / slowest.mean.seconds
    animationError = motion.meanError
  }
}

/// The slowest hundredth of at most 600 intervals.
private struct SlowestIntervals {
  private var count = 0
  /// The slowest so far, slowest first.
  private var slowest: [Duration] = []

  mutating func insert(_ interval: Duration) {
    count += 1
    if slowest.count == Self.most {
      guard let least = slowest.last, interval > least else { return }
      slowest.removeLast()
    }
    slowest.insert(interval, at: slowest.firstIndex { $0 < interval } ?? slowest.endIndex)
  }

  var mean: Duration {
    let share = slowest.prefix(max(1, count / 100))
    return share.isEmpty ? .zero : share.reduce(.zero, +) / share.count
  }

  private static let most = FrameProfiler.windowLength / 100
}

/// The latest steps of moving tiles: the rows of each, and the time since the step before.
private struct TileMotion {
  private let mostSteps: Int
  private var isOver = false
  private var steps: [(rows: Int, time: Duration)] = []

  init(mostSteps: Int) {
    self.mostSteps = mostSteps
  }

  /// Adds the frame before those added so far; a rest ends the motion.
  mutating func append(_ frame: FrameRecord) {
    if isOver { return }
    if frame.movedRows > 0 {
      isOver = steps.count == mostSteps
      if !isOver { steps.append((frame.movedRows, .zero)) }
    }
    guard let interval = frame.interval else { return isOver = !steps.isEmpty }
    if !steps.isEmpty { steps[steps.count - 1].time += interval }
  }

  /// The mean error; the time before the first step is unknown.
  var meanError: Duration? {
    let steps = steps.dropLast()
    let rows = steps.reduce(0) { $0 + $1.rows }
    guard steps.count > 1 else { return nil }
    let timePerRow = steps.reduce(.zero) { $0 + $1.time } / rows
    let errors = steps.map { step in
      let error = timePerRow * step.rows - step.time
      return error < .zero ? .zero - error : error
    }
    return errors.reduce(.zero, +) / errors.count
  }
}
