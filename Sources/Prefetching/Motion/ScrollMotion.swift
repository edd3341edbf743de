/// How the viewport moves, as far as that tells how it will.
///
/// Speeds are in offsets a second. Without times (``ViewportTracker/update(_:in:at:)``) they stay 0.
public struct ScrollMotion: Hashable, Sendable {
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
  /// The length of the last movement: a line, a page.
  public var stride = 0

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

  /// The speed at which the viewport is likely to go on.
  public var expectedSpeed: Double { max(speed, pace) }
}
