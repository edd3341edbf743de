/// Where the viewport is, how it moves and what loading is like: what a ``PrefetchPolicy`` decides from.
public struct ScrollPosition: Hashable, Sendable {
  /// What was decided last, and where.
  public struct Decision: Hashable, Sendable {
    /// What was on screen.
    public let viewport: Viewport
    /// The window of offsets.
    public let window: Range<Int>

    /// Makes a decision.
    public init(viewport: Viewport, window: Range<Int>) {
      self.viewport = viewport
      self.window = window
    }
  }

  /// What is on screen now.
  public var viewport: Viewport
  /// The layout that the viewport lies over.
  public var layout: LineLayout
  /// How it has come there.
  public var motion: ScrollMotion
  /// How long loads take, and what may be kept.
  public var conditions: LoadConditions
  /// The decision that the present window comes from, or nil where no earlier decision applies: at
  /// first, and after a change of the layout, of the viewport's length or of the policy.
  public var lastDecision: Decision?

  /// Makes a position; by default a first one.
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

/// What loading is like at present, for a ``PrefetchPolicy`` to decide from.
public struct LoadConditions: Hashable, Sendable {
  /// How long loads take from being asked for to being ready: nine in ten no longer than this.
  ///
  /// Those of caches and files do not count. Nil before the first.
  public var timeToReady: Duration?
  /// Their average.
  public var averageTimeToReady: Duration?
  /// The average of the slowest twentieth of them.
  public var slowestTimeToReady: Duration?
  /// How many loads a second end, if as many as possible are under way; nil before it is known.
  public var itemsPerSecond: Double?
  /// How far, in offsets, the window may reach beyond the viewport for all of it to be kept.
  public var affordableLength = Int.max
  /// How many of the visible items are ready, from 0 to 1.
  public var readyShare = 1.0

  /// Makes conditions of which nothing is known.
  public init() {}
}
