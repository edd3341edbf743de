/// The input of a ``PrefetchPolicy``: the viewport, its motion, and the conditions of loads.
public struct ScrollPosition: Hashable, Sendable {
  /// The last decision and its viewport.
  public struct Decision: Hashable, Sendable {
    /// The part of the content that was on screen.
    public let viewport: Viewport
    /// The window of offsets.
    public let window: Range<Int>

    /// Creates a decision.
    public init(viewport: Viewport, window: Range<Int>) {
      self.viewport = viewport
      self.window = window
    }
  }

  /// The part of the content that is on screen.
  public var viewport: Viewport
  /// The layout of the content.
  public var layout: LineLayout
  /// The motion that led here.
  public var motion: ScrollMotion
  /// The duration of loads, and the memory for pictures.
  public var conditions: LoadConditions
  /// The decision that made the current window.
  ///
  /// It is nil if no earlier decision applies: at first, and after a change of the layout, of the
  /// viewport's length or of the policy.
  public var lastDecision: Decision?

  /// The viewport that a jump will probably show next; nil, the default, if unknown.
  ///
  /// The tracker adds it to the window of every policy.
  package var expectedJump: Viewport?

  /// Creates a position; by default the first one, with everything but the place unknown.
  public init(
    viewport: Viewport, layout: LineLayout, motion: ScrollMotion = ScrollMotion(),
    conditions: LoadConditions = LoadConditions(), lastDecision: Decision? = nil
  ) {
    self.viewport = viewport
    self.layout = layout
    self.motion = motion
    self.conditions = conditions
    self.lastDecision = lastDecision
  }

  /// The direction of the last movement; forward before the first.
  public var direction: ScrollDirection { motion.direction }
}

/// The current conditions of loads, for a ``PrefetchPolicy``.
public struct LoadConditions: Hashable, Sendable {
  /// The average time from a request to a ready item; nil before the first load.
  ///
  /// Loads from caches and files do not count.
  public var timeToReady: Duration?
  /// The time of a load from a file while all slots are in use; nil if unknown.
  package var localTimeToReady: Duration?
  /// The average of the slowest twentieth of these times; nil before the first load.
  public var slowestTimeToReady: Duration?
  /// Whether one connection carries all parallel loads, as with HTTP/2.
  public var isMultiplexed = false
  /// The length in offsets by which the window may extend the viewport so that all its items fit in memory.
  public var affordableLength = Int.max
  /// The share of the visible items that are ready, from 0 to 1; only a policy of the laboratory depends on it.
  package var readyShare = 1.0

  /// Creates the conditions before the first load.
  public init() {}
}
