/// The motion of the viewport, from which its future position is predicted.
///
/// Speeds are in offsets per second. They stay 0 if ``PrefetchController/viewportDidChange(to:layout:at:)`` receives no
/// instants.
public struct ScrollMotion: Hashable, Sendable {
  /// One movement: its instant and its distance.
  package struct Movement: Hashable, Sendable {
    package let at: Duration
    package let distance: Int

    /// Creates a movement.
    package init(at instant: Duration, distance: Int) {
      at = instant
      self.distance = distance
    }
  }

  /// The expected speed and duration of a run.
  package struct Sprint: Hashable, Sendable {
    /// Offsets per second; nil before the first run.
    package var speed: Double?
    /// The duration of the longest of the last few runs; nil before the end of the first.
    package var longest: Duration?

    /// Creates a sprint; by default the one expected before the first run.
    package init(speed: Double? = nil, longest: Duration? = nil) {
      self.speed = speed
      self.longest = longest
    }
  }

  /// The direction in which the next movement is expected; forward before the first.
  ///
  /// It is the direction of the last movement; after a jump, the opposite of the jump's.
  public var direction = ScrollDirection.forward
  /// Whether the viewport has scrolled since the start or the last jump.
  public var isDirectionKnown = false
  /// The speed of the current run, for example of a repeating key or a wheel; 0 at rest.
  public var speed = 0.0
  /// The average speed of the last few movements in this direction, including the rests between them.
  public var pace = 0.0
  /// The last few movements in this direction, oldest first.
  package var movements: [Movement] = []
  /// The average time between these movements; nil before the third.
  package var gap: Duration?
  /// The time since the last movement; nil before the first.
  package var rest: Duration?
  /// The length of the last movement, for example a line or a page; 0 after a jump.
  public var stride = 0
  /// The run that may begin at any moment; nil if none is expected, after a jump.
  package var sprint: Sprint?

  /// Creates a motion; by default that of a viewport that has not moved.
  public init(
    direction: ScrollDirection = .forward, isDirectionKnown: Bool = false, speed: Double = 0,
    pace: Double = 0, stride: Int = 0
  ) {
    self.direction = direction
    self.isDirectionKnown = isDirectionKnown
    self.speed = speed
    self.pace = pace
    self.stride = stride
  }

  /// The longest distance of the last few movements within a time; at least that of the last one.
  package func farthest(within time: Duration) -> Int {
    var farthest = stride
    for (place, first) in movements.enumerated() {
      let together = movements[place...].prefix { $0.at - first.at <= time }
      farthest = max(farthest, together.reduce(0) { $0.addingSaturated($1.distance) })
    }
    return farthest
  }

  /// The time after the last movement at which the next regular one is overdue; nil while no gap is known.
  var longestGap: Duration? { gap.map { $0 * Constants.Motion.overdueGaps } }

  /// The speed at which the viewport will probably continue.
  public var expectedSpeed: Double { max(speed, pace) }
}

/// The direction in which the viewport moves over the content.
public enum ScrollDirection: Hashable, Sendable {
  /// Toward the end of the content.
  case forward
  /// Toward the start of the content.
  case backward
}
