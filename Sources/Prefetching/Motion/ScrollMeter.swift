/// Measures a motion from the places that the viewport comes to, and when.
///
/// Movements that follow each other within a fifth of a second are a *run*: a key that repeats, a wheel.
/// Its speed is an average over its last movements, and ends when the next one is overdue.
struct ScrollMeter: Hashable, Sendable {
  /// Slower than that, repeated presses are decisions of their own.
  private static let longestGap = Duration.milliseconds(150)
  /// Who takes so many steps one by one reads, and is not about to run.
  private static let readingSteps = 5
  /// How many movements the pace is an average of.
  private static let remembered = 8
  /// Whoever has not moved for so long may go on at any speed.
  private static let longestRest = Duration.seconds(12)

  private var direction = ScrollDirection.forward
  private var isDirectionKnown = false
  private var stride = 0
  private var speed = 0.0
  /// The average time between the movements of the run.
  private var gap = Duration.zero
  /// The last movements in this direction, oldest first.
  private var movements: [ScrollMotion.Movement] = []
  private var travel = 0
  /// When the run under way began; nil at rest.
  private var runStart: Duration?
  /// Speed and length of the last run.
  private var runTravel = 0.0
  private var runLength = 0
  private var lastRun: ScrollMotion.Sprint?
  /// Movements that were no part of a run, since the last one.
  private var singles = 0

  /// The viewport has been scrolled.
  ///
  /// - Parameters:
  ///   - distance: positive is towards the end; 0 is no movement.
  ///   - length: the viewport's; who moves by more than one and a half of it has jumped.
  ///   - instant: nil where nobody knows: there is a direction, then, but no speed.
  mutating func moved(by distance: Int, viewportLength length: Int, at instant: Duration?) {
    guard distance != 0 else { return }
    let way: ScrollDirection = distance > 0 ? .forward : .backward
    let magnitude = Double(distance).magnitude
    if magnitude > 1.5 * Double(length), instant != nil { return jumped(way) }
    stride = Int(exactly: magnitude) ?? .max
    if way != direction || !isDirectionKnown {
      movements = []
      travel = 0
    }
    travel = travel.addingSaturated(stride)
    direction = way
    isDirectionKnown = true
    if let instant { measure(stride, at: instant, isPage: 2 * stride > length) }
  }

  /// What is behind is where a jump leads away from; what comes next may be anywhere.
  private mutating func jumped(_ way: ScrollDirection) {
    direction = way == .forward ? .backward : .forward
    isDirectionKnown = false
    stride = 0
    travel = 0
    speed = 0
    singles = Self.readingSteps
    runLength = 0
    runStart = nil
    movements = []
  }

  private mutating func measure(_ distance: Int, at instant: Duration, isPage: Bool) {
    let last = movements.last?.at
    movements.append(.init(at: instant, distance: distance))
    if movements.count > Self.remembered { movements.removeFirst() }
    guard let last, instant - last <= Self.longestGap else {
      speed = 0
      runStart = nil
      runTravel = 0
      runLength = 0
      singles += isPage ? 2 : 1
      return
    }
    if runStart == nil { runStart = last }
    runLength += 1
    runTravel += Double(distance)
    let recent = movements.suffix(runLength + 1)
    let elapsed = max(instant - (recent.first?.at ?? last), .milliseconds(8))
    let gone = recent.dropFirst().reduce(0.0) { $0 + Double($1.distance) }
    speed = gone / (elapsed / .seconds(1))
    gap = elapsed / max(1, recent.count - 1)
    guard runLength > 2, elapsed >= .milliseconds(100) else { return }
    singles = 0
    let time = instant - (runStart ?? instant)
    lastRun = .init(speed: runTravel / max(0.001, time / .seconds(1)), time: time)
  }

  /// A run whose next movement is later than that has ended.
  private var longestRunGap: Duration { max(gap * 5 / 2, .milliseconds(80)) }

  /// The motion as it is at an instant, which is nil where nobody knows.
  func motion(at instant: Duration?) -> ScrollMotion {
    var motion = ScrollMotion(
      direction: direction, isDirectionKnown: isDirectionKnown, stride: stride)
    motion.travel = travel
    if singles < Self.readingSteps {
      motion.sprint = lastRun ?? ScrollMotion.Sprint()
    }
    guard let instant, let first = movements.first, let last = movements.last else { return motion }
    let rest = instant - last.at
    motion.rest = rest
    motion.movements = movements
    if rest <= longestRunGap { motion.speed = speed }
    if rest <= Self.longestRest, movements.count > 1 {
      // Up to now or to when the next movement would have been due, whichever is later.
      let between = (last.at - first.at) / (movements.count - 1)
      if movements.count > 2 { motion.gap = between }
      let time = last.at - first.at + max(rest, between)
      let distance = movements.reduce(0.0) { $0 + Double($1.distance) }
      motion.pace = distance / max(0.001, time / .seconds(1))
    }
    return motion
  }

  /// When the run will have ended, or the usual time between movements will have passed twice.
  func restsAt(after now: Duration) -> Duration? {
    guard let last = movements.last?.at else { return nil }
    let gap = motion(at: now).gap
    return [speed > 0 ? last + longestRunGap : nil, gap.map { last + $0 * 2 }]
      .compactMap(\.self).filter { $0 > now }.min().map { $0 + .milliseconds(1) }
  }
}
