import LinkEstimates

/// Measures the motion of the viewport from its positions and their times.
struct ScrollMeter: Hashable, Sendable {
  private var direction = ScrollDirection.forward
  private var isDirectionKnown = false
  private var stride = 0
  /// The last movements in this direction, oldest first.
  private var movements: [ScrollMotion.Movement] = []
  private var run: MovementRun?
  /// The speed of the last run; nil before the first run.
  private var sprintSpeed: Double?
  /// The durations of the last finished runs.
  private var sprintTimes = RecentValues<Duration>(capacity: Constants.Run.remembered)
  /// False after a jump, until the next run.
  private var isRunExpected = true

  /// Notes a movement of the viewport.
  ///
  /// - Parameters:
  ///   - distance: positive toward the end; 0 is no movement.
  ///   - length: the viewport's length.
  ///   - instant: the time; if nil, the motion has a direction but no speed.
  mutating func moved(by distance: Int, viewportLength length: Int, at instant: Duration?) {
    guard distance != 0 else { return }
    let way: ScrollDirection = distance > 0 ? .forward : .backward
    let magnitude = Int(clamping: distance.magnitude)
    if Double(magnitude) > Constants.Motion.longestStride * Double(length), instant != nil {
      return jumped(way)
    }
    if way != direction || !isDirectionKnown {
      movements = []
    }
    direction = way
    isDirectionKnown = true
    stride = magnitude
    guard let instant else { return }
    measure(.init(at: instant, distance: magnitude))
  }

  /// Records a jump: the way back is the most likely one, and the direction counts as unknown.
  private mutating func jumped(_ way: ScrollDirection) {
    direction = way == .forward ? .backward : .forward
    isDirectionKnown = false
    stride = 0
    movements = []
    run = nil
    isRunExpected = false
  }

  private mutating func measure(_ movement: ScrollMotion.Movement) {
    if movements.isEmpty { endRun() }
    movements.append(movement)
    if movements.count > Constants.Motion.averagedMovements { movements.removeFirst() }
    guard run?.isContinued(by: movement) == true else {
      endRun()
      run = MovementRun(from: movement)
      return
    }
    run?.append(movement)
    guard let sprint = run?.sprint else { return }
    isRunExpected = true
    sprintSpeed = sprint.speed
  }

  private mutating func endRun() {
    if let sprint = run?.sprint { sprintTimes.append(sprint.time) }
    run = nil
  }

  /// The expected next run.
  private var expectedSprint: ScrollMotion.Sprint {
    ScrollMotion.Sprint(
      speed: sprintSpeed,
      longest: sprintTimes.unordered.max().map { max($0, run?.sprint?.time ?? .zero) })
  }

  /// The motion at an instant; nil if unknown.
  func motion(at instant: Duration?) -> ScrollMotion {
    var motion = ScrollMotion(
      direction: direction, isDirectionKnown: isDirectionKnown, stride: stride)
    if isRunExpected { motion.sprint = expectedSprint }
    guard let instant, let last = movements.last else { return motion }
    motion.movements = movements
    motion.rest = instant - last.at
    if let run, let end = run.end, instant <= end { motion.speed = run.speed }
    if instant - last.at <= Constants.Motion.longestRest {
      measurePace(of: &motion, at: instant, last: last)
    }
    return motion
  }

  /// Measures the pace until now, or until the next movement is due if that is later.
  ///
  /// The time is at least the minimum duration of a run.
  private func measurePace(
    of motion: inout ScrollMotion, at instant: Duration, last: ScrollMotion.Movement
  ) {
    guard let first = movements.first, movements.count > 1 else { return }
    let gap = (last.at - first.at) / (movements.count - 1)
    if movements.count > 2 { motion.gap = gap }
    let time = last.at - first.at + max(instant - last.at, gap)
    let distance = movements.reduce(0.0) { $0 + Double($1.distance) }
    motion.pace = distance / (max(time, Constants.Run.shortestTime) / .seconds(1))
  }

  /// The instant at which the run has ended, or the next regular movement is overdue.
  func restsAt(after now: Duration) -> Duration? {
    guard let last = movements.last?.at else { return nil }
    let regular = motion(at: now).longestGap.map { last + $0 }
    return [run?.end, regular].compactMap(\.self).filter { $0 >= now }.min().map {
      $0 + .milliseconds(1)
    }
  }
}

/// Consecutive movements without a pause: a repeating key, a turning wheel.
struct MovementRun: Hashable, Sendable {
  private let start: Duration
  private var travel = 0.0
  private var steps = 0
  private var latest: [ScrollMotion.Movement]

  /// Begins a run with a movement.
  init(from first: ScrollMotion.Movement) {
    start = first.at
    latest = [first]
  }

  /// Whether a movement belongs to this run.
  func isContinued(by movement: ScrollMotion.Movement) -> Bool {
    latest.last.map { movement.at - $0.at <= Constants.Run.longestGap } ?? false
  }

  mutating func append(_ movement: ScrollMotion.Movement) {
    steps += 1
    travel += Double(movement.distance)
    latest.append(movement)
    if latest.count > Constants.Motion.averagedMovements + 1 { latest.removeFirst() }
  }

  /// Offsets per second over the last movements, averaged over at least the minimum duration of a run; 0 after the
  /// first movement.
  var speed: Double {
    guard let first = latest.first, let last = latest.last, steps > 0 else { return 0 }
    let distance = latest.dropFirst().reduce(0) { $0 + Double($1.distance) }
    return distance / (max(last.at - first.at, Constants.Run.shortestTime) / .seconds(1))
  }

  /// The instant at which the run ends unless the viewport moves.
  var end: Duration? {
    guard let first = latest.first, let last = latest.last, steps > 0 else { return nil }
    let gap = (last.at - first.at) / (latest.count - 1)
    return last.at + max(gap * Constants.Run.endingHalfGaps / 2, Constants.Run.shortestPause)
  }

  /// Its average speed and its duration; nil while it is too short.
  var sprint: (speed: Double, time: Duration)? {
    guard let last = latest.last, steps >= Constants.Run.fewestSteps,
      last.at - start >= Constants.Run.shortestTime
    else { return nil }
    let time = last.at - start
    return (travel / (time / .seconds(1)), time)
  }
}
