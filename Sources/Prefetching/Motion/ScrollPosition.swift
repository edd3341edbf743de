/// The state that a ``PrefetchPolicy`` decides from: where the viewport is, how it moves and how loads go.
public struct ScrollPosition: Hashable, Sendable {
  /// The last decision and the viewport that it was made for.
  public struct Decision: Hashable, Sendable {
    /// The part of the content that was on screen.
    public let viewport: Viewport
    /// The window of offsets.
    public let window: Range<Int>

    /// Makes a decision.
    public init(viewport: Viewport, window: Range<Int>) {
      self.viewport = viewport
      self.window = window
    }
  }

  /// The part of the content that is on screen.
  public var viewport: Viewport
  /// The layout of the content.
  public var layout: LineLayout
  /// How the viewport has come there.
  public var motion: ScrollMotion
  /// How long loads take, and what may be kept.
  public var conditions: LoadConditions
  /// The decision that the present window comes from.
  ///
  /// It is nil if no earlier decision applies: at first, and after a change of the layout, of the
  /// viewport's length or of the policy.
  public var lastDecision: Decision?

  /// The part of the content that a jump is likely to show next; nil, the default, if that is unknown.
  ///
  /// The tracker adds it to the window of every policy.
  package var expectedJump: Viewport?

  /// Makes a position; by default the first one, of which nothing but the place is known.
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

/// How loads go at present, for a ``PrefetchPolicy`` to decide from.
public struct LoadConditions: Hashable, Sendable {
  /// The average time from a request to a ready item; nil before the first load.
  ///
  /// Loads from caches and files do not count.
  public var timeToReady: Duration?
  /// The time of a load from a file while every slot is in use; nil before it is known.
  package var localTimeToReady: Duration?
  /// The average of the slowest twentieth of these times; nil before the first load.
  public var slowestTimeToReady: Duration?
  /// The longest wait for a load in the last minute, if it was 1.5 s and four times ``timeToReady`` at least; otherwise nil.
  public var outage: Duration?
  /// Whether one connection carries as many loads at a time as are asked for, as with HTTP/2.
  public var isMultiplexed = false
  /// How far the window may reach beyond the viewport, in offsets, for all its items to fit in memory.
  public var affordableLength = Int.max
  /// The share of the visible items that are ready, from 0 to 1.
  public var readyShare = 1.0

  /// Makes conditions before the first load.
  public init() {}
}
