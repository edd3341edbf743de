/// How the viewport moves, as far as that tells how it will.
///
/// Speeds are in offsets a second. They stay 0 where ``PrefetchController/viewportDidChange(to:layout:at:)``
/// is told no instants.
public struct ScrollMotion: Hashable, Sendable {
  /// One movement: when, and how far.
  package struct Movement: Hashable, Sendable {
    package let at: Duration
    package let distance: Int

    /// Makes a movement.
    package init(at instant: Duration, distance: Int) {
      at = instant
      self.distance = distance
    }
  }

  /// A run as it is likely to be.
  package struct Sprint: Hashable, Sendable {
    /// Offsets a second; nil before the first run.
    package var speed: Double?
    /// How long it lasts.
    package var time = Duration.seconds(1)

    /// Makes a sprint; by default what is expected before the first run.
    package init(speed: Double? = nil, time: Duration = .seconds(1)) {
      self.speed = speed
      self.time = time
    }
  }

  /// Where the next movement is expected to lead; forward before the first.
  ///
  /// That is the way of the last one, or, after a jump, back along the way that it took.
  public var direction = ScrollDirection.forward
  /// Whether anybody has scrolled, rather than jumped, since the start or the last jump.
  public var isDirectionKnown = false
  /// The speed of the run that is under way, as of a key that repeats or a wheel; 0 at rest.
  public var speed = 0.0
  /// The average speed of the last few movements in this direction, rests between them included.
  public var pace = 0.0
  /// The last few movements in this direction, oldest first.
  package var movements: [Movement] = []
  /// The average time between those; nil before there are three.
  package var gap: Duration?
  /// The time since the last one; nil before there is one.
  package var rest: Duration?
  /// The length of the last movement: a line, a page; 0 after a jump.
  public var stride = 0
  /// How far it has gone since the last turn.
  package var travel = 0
  /// What run may begin at any moment; nil where the last movements were all single, and no run is
  /// expected.
  package var sprint: Sprint?

  /// Makes a motion; by default that of a viewport that has not moved.
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

  /// The farthest that the last few movements led within any time so long; the last one's length at least.
  package func farthest(within time: Duration) -> Int {
    var farthest = stride
    for (place, first) in movements.enumerated() {
      let together = movements[place...].prefix { $0.at - first.at <= time }
      farthest = max(farthest, together.reduce(0) { $0.addingSaturated($1.distance) })
    }
    return farthest
  }

  /// How long after the last movement the next one may still come, of somebody who goes on and on; nil where
  /// no gap is known.
  var longestGap: Duration? { gap.map { $0 * 2 } }

  /// The speed at which the viewport is likely to go on.
  public var expectedSpeed: Double { max(speed, pace) }
}

/// Which way the viewport moves over the content.
public enum ScrollDirection: Hashable, Sendable {
  /// Towards the end of the content.
  case forward
  /// Towards the start of the content.
  case backward
}
