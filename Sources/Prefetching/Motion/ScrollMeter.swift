/// Measures a motion from the places that the viewport comes to, and when.
struct ScrollMeter: Hashable, Sendable {
  /// Who takes so many steps one by one reads, and is not about to run.
  private static let readingSteps = 5
  /// How many movements the pace is an average of.
  private static let remembered = 8
  /// Whoever has not moved for so long may go on in any way.
  private static let longestRest = Duration.seconds(12)
  /// Who moves by more viewport lengths than that has jumped.
  private static let longestStride = 1.5

  private var direction = ScrollDirection.forward
  private var isDirectionKnown = false
  private var stride = 0
  /// How far it has gone since the last turn.
  private var travel = 0
  /// The last movements in this direction, oldest first.
  private var movements: [ScrollMotion.Movement] = []
  private var run: MovementRun?
  private var lastSprint = ScrollMotion.Sprint()
  /// Steps that were no part of a run, since the last one; a page counts as two.
  private var singleSteps = 0

  /// The viewport has been scrolled.
  ///
  /// - Parameters:
  ///   - distance: positive is towards the end; 0 is no movement.
  ///   - length: the viewport's.
  ///   - instant: nil where nobody knows: there is a direction, then, but no speed.
  mutating func moved(by distance: Int, viewportLength length: Int, at instant: Duration?) {
    guard distance != 0 else { return }
    let way: ScrollDirection = distance > 0 ? .forward : .backward
    let magnitude = Int(clamping: distance.magnitude)
    if Double(magnitude) > Self.longestStride * Double(length), instant != nil {
      return jumped(way)
    }
    if way != direction || !isDirectionKnown {
      movements = []
      travel = 0
    }
    direction = way
    isDirectionKnown = true
    stride = magnitude
    travel = travel.addingSaturated(magnitude)
    guard let instant else { return }
    measure(.init(at: instant, distance: magnitude), isPage: magnitude > length / 2)
  }

  /// What is behind is where a jump leads away from; what comes next may be anywhere.
  private mutating func jumped(_ way: ScrollDirection) {
    direction = way == .forward ? .backward : .forward
    isDirectionKnown = false
    stride = 0
    travel = 0
    movements = []
    run = nil
    singleSteps = Self.readingSteps
  }

  private mutating func measure(_ movement: ScrollMotion.Movement, isPage: Bool) {
    if movements.isEmpty { run = nil }
    movements.append(movement)
    if movements.count > Self.remembered { movements.removeFirst() }
    guard run?.isContinued(by: movement) == true else {
      run = MovementRun(from: movement)
      singleSteps += isPage ? 2 : 1
      return
    }
    run?.append(movement)
    guard let sprint = run?.sprint else { return }
    singleSteps = 0
    lastSprint = sprint
  }

  /// The motion as it is at an instant, which is nil where nobody knows.
  func motion(at instant: Duration?) -> ScrollMotion {
    var motion = ScrollMotion(
      direction: direction, isDirectionKnown: isDirectionKnown, stride: stride)
    motion.travel = travel
    if singleSteps < Self.readingSteps { motion.sprint = lastSprint }
    guard let instant, let last = movements.last else { return motion }
    motion.movements = movements
    motion.rest = instant - last.at
    if let run, let end = run.end, instant <= end { motion.speed = run.speed }
    if instant - last.at <= Self.longestRest { measurePace(of: &motion, at: instant, last: last) }
    return motion
  }

  /// Counts up to now, or to when the next movement would have been due, whichever is later; and no less
  /// time than a run takes to be one.
  private func measurePace(
    of motion: inout ScrollMotion, at instant: Duration, last: ScrollMotion.Movement
  ) {
    guard let first = movements.first, movements.count > 1 else { return }
    let gap = (last.at - first.at) / (movements.count - 1)
    if movements.count > 2 { motion.gap = gap }
    let time = last.at - first.at + max(instant - last.at, gap)
    let distance = movements.reduce(0.0) { $0 + Double($1.distance) }
    motion.pace = distance / (max(time, MovementRun.leastTime) / .seconds(1))
  }

  /// When the run will have ended, or the next of regular movements will be overdue.
  func restsAt(after now: Duration) -> Duration? {
    guard let last = movements.last?.at else { return nil }
    let regular = motion(at: now).longestGap.map { last + $0 }
    return [run?.end, regular].compactMap(\.self).filter { $0 >= now }.min().map {
      $0 + .milliseconds(1)
    }
  }
}

/// Movements that follow each other at once: a key that repeats, a wheel that turns.
struct MovementRun: Hashable, Sendable {
  /// Movements that are farther apart are decisions of their own.
  static let longestGap = Duration.milliseconds(150)
  /// A run is one from so many movements and so much time on; keys come in bunches, and two of them at
  /// once are no speed.
  private static let leastSteps = 3
  static let leastTime = Duration.milliseconds(100)
  /// How many movements its speed is an average of.
  private static let remembered = 8

  private let start: Duration
  private var travel = 0.0
  private var steps = 0
  private var latest: [ScrollMotion.Movement]

  /// A run that may begin with this movement.
  init(from first: ScrollMotion.Movement) {
    start = first.at
    latest = [first]
  }

  /// Whether a movement follows at once.
  func isContinued(by movement: ScrollMotion.Movement) -> Bool {
    latest.last.map { movement.at - $0.at <= Self.longestGap } ?? false
  }

  mutating func append(_ movement: ScrollMotion.Movement) {
    steps += 1
    travel += Double(movement.distance)
    latest.append(movement)
    if latest.count > Self.remembered + 1 { latest.removeFirst() }
  }

  /// Offsets a second over its last movements, and over no less time than a run takes to be one; 0 as
  /// long as there is only one.
  var speed: Double {
    guard let first = latest.first, let last = latest.last, steps > 0 else { return 0 }
    let distance = latest.dropFirst().reduce(0) { $0 + Double($1.distance) }
    return distance / (max(last.at - first.at, Self.leastTime) / .seconds(1))
  }

  /// When it will have ended, if nothing moves until then.
  var end: Duration? {
    guard let first = latest.first, let last = latest.last, steps > 0 else { return nil }
    let gap = (last.at - first.at) / (latest.count - 1)
    return last.at + max(gap * 5 / 2, .milliseconds(80))
  }

  /// What the next one will be like, if this one has been long enough to tell.
  var sprint: ScrollMotion.Sprint? {
    guard let last = latest.last, steps >= Self.leastSteps, last.at - start >= Self.leastTime
    else { return nil }
    let time = last.at - start
    return ScrollMotion.Sprint(speed: travel / (time / .seconds(1)), time: time)
  }
}
