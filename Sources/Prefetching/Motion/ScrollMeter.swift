/// Measures a motion from the places that the viewport comes to, and when.
///
/// Movements that follow each other within a fifth of a second are a *run*: a key that repeats, a wheel.
/// Its speed is an average over its last movements, and ends when the next one is overdue.
struct ScrollMeter: Hashable, Sendable {
  private struct Movement: Hashable {
    let at: Duration
    let distance: Int
  }

  /// Slower than that, repeated presses are decisions of their own.
  private static let longestGap = Duration.milliseconds(200)
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
  private var movements: [Movement] = []

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
    stride = Int(exactly: magnitude) ?? .max
    if magnitude > 1.5 * Double(length), instant != nil {
      return jumped(way)
    }
    if way != direction || !isDirectionKnown { movements = [] }
    direction = way
    isDirectionKnown = true
    guard let instant else { return }
    measure(stride, at: instant)
  }

  /// What is behind is where a jump leads away from; what comes next may be anywhere.
  private mutating func jumped(_ way: ScrollDirection) {
    direction = way == .forward ? .backward : .forward
    isDirectionKnown = false
    speed = 0
    movements = []
  }

  private mutating func measure(_ distance: Int, at instant: Duration) {
    defer {
      movements.append(Movement(at: instant, distance: distance))
      if movements.count > Self.remembered { movements.removeFirst() }
    }
    guard let last = movements.last?.at, instant > last, instant - last <= Self.longestGap else {
      speed = 0
      return
    }
    let elapsed = instant - last
    let momentary = Double(distance) / (elapsed / .seconds(1))
    gap = speed == 0 ? elapsed : gap + (elapsed - gap) / 4
    speed = speed == 0 ? momentary : speed + (momentary - speed) / 4
  }

  /// The motion as it is at an instant, which is nil where nobody knows.
  func motion(at instant: Duration?) -> ScrollMotion {
    var motion = ScrollMotion(
      direction: direction, isDirectionKnown: isDirectionKnown, stride: stride)
    guard let instant, let first = movements.first, let last = movements.last else { return motion }
    let rest = instant - last.at
    if rest <= max(gap * 5 / 2, .milliseconds(80)) { motion.speed = speed }
    if rest <= Self.longestRest, movements.count > 1 {
      // Up to now or to when the next movement would have been due, whichever is later.
      let between = (last.at - first.at) / (movements.count - 1)
      let time = last.at - first.at + max(rest, between)
      let distance = movements.reduce(0.0) { $0 + Double($1.distance) }
      motion.pace = distance / max(0.001, time / .seconds(1))
    }
    return motion
  }
}
