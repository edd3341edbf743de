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
