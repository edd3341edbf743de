/// Where the viewport is and which way it moved last: what a ``PrefetchPolicy`` decides from.
public struct ScrollPosition: Hashable, Sendable {
  /// What is on screen now.
  public var viewport: Viewport
  /// The layout that the viewport lies over.
  public var layout: LineLayout
  /// The direction of the last movement; forward before the first.
  public var direction: ScrollDirection
  /// The viewport for which the present window was decided, or nil where no earlier decision
  /// applies: at first, and after a change of the layout, of the viewport's length or of the
  /// policy.
  public var lastDecision: Viewport?

  /// Makes a position; by default a first one.
  public init(
    viewport: Viewport, layout: LineLayout, direction: ScrollDirection = .forward,
    lastDecision: Viewport? = nil
  ) {
    self.viewport = viewport
    self.layout = layout
    self.direction = direction
    self.lastDecision = lastDecision
  }

  /// The position that follows this one.
  func moved(to viewport: Viewport, in layout: LineLayout) -> ScrollPosition {
    let isUnchanged = layout == self.layout && viewport.length == self.viewport.length
    return ScrollPosition(
      viewport: viewport, layout: layout,
      direction: scrolledDirection(to: viewport, in: layout) ?? direction,
      lastDecision: isUnchanged ? lastDecision : nil)
  }

  /// The direction of a movement; nil where there is none, or where nobody scrolled: a resize, a
  /// new arrangement and a content that shrinks move the offset too.
  private func scrolledDirection(
    to viewport: Viewport, in layout: LineLayout
  ) -> ScrollDirection? {
    guard
      viewport.offset != self.viewport.offset, viewport.length == self.viewport.length,
      layout.axis == self.layout.axis, layout.lineLength == self.layout.lineLength,
      layout.itemsPerLine == self.layout.itemsPerLine, layout.itemCount >= self.layout.itemCount
    else { return nil }
    return viewport.offset > self.viewport.offset ? .forward : .backward
  }
}
