import Prefetching

/// A tracker by plain sets of items, at O(items) a step.
struct NaiveTracker {
  private(set) var visible: Set<Int> = []
  private(set) var window: Set<Int> = []
  private(set) var landing: Set<Int> = []
  private(set) var direction = ScrollDirection.forward
  private var policy: any PrefetchPolicy
  private var isEnabled = true
  private var here: (viewport: Viewport, layout: LineLayout)?
  private var decision: ScrollPosition.Decision?
  private var jump: Viewport?

  /// The expected report of a step, in no order.
  struct Change: Equatable {
    var cancel: Set<Int> = []
    var load: Set<Int> = []
    var prefetch: Set<Int> = []
  }

  init(policy: any PrefetchPolicy) {
    self.policy = policy
  }

  /// The items of the window and of the landing.
  var ahead: Set<Int> { window.union(landing) }

  mutating func update(
    _ viewport: Viewport, in layout: LineLayout, expectedJump: Viewport?
  ) -> Change {
    jump = expectedJump
    if let (oldViewport, oldLayout) = here {
      if oldViewport.length != viewport.length || oldLayout != layout { decision = nil }
      let sameLines =
        oldLayout.lineLength == layout.lineLength && oldLayout.itemsPerLine == layout.itemsPerLine
        && oldLayout.itemCount <= layout.itemCount
      if sameLines, oldViewport.length == viewport.length {
        if viewport.offset > oldViewport.offset { direction = .forward }
        if viewport.offset < oldViewport.offset { direction = .backward }
      }
    }
    here = (viewport, layout)
    return recompute()
  }

  mutating func setPrefetchingEnabled(_ isEnabled: Bool) -> Change {
    if isEnabled != self.isEnabled { decision = nil }
    self.isEnabled = isEnabled
    return recompute()
  }

  mutating func setPolicy(_ policy: any PrefetchPolicy) -> Change {
    self.policy = policy
    decision = nil
    return recompute()
  }

  mutating func reload(_ items: [Int]) -> Change {
    let stale = Set(items).intersection(visible.union(ahead))
    return Change(load: stale.intersection(visible), prefetch: stale.subtracting(visible))
  }

  mutating func stopAll() -> Change {
    defer {
      visible = []
      window = []
      landing = []
      jump = nil
      here = nil
      decision = nil
      direction = .forward
    }
    return Change(cancel: visible.union(ahead))
  }

  private mutating func recompute() -> Change {
    guard let (viewport, layout) = here else { return Change() }
    let (wasVisible, wasGivenOut) = (visible, visible.union(ahead))
    visible = items(at: viewport.range, in: layout)
    if isEnabled {
      let position = ScrollPosition(
        viewport: viewport, layout: layout, motion: ScrollMotion(direction: direction),
        lastDecision: decision)
      if let offsets = policy.window(for: position) {
        window = items(at: offsets, in: layout)
        decision = .init(viewport: viewport, window: offsets)
      } else {
        window = window.filter { $0 < layout.itemCount }
      }
      landing = window.isEmpty ? [] : items(at: jump?.range ?? 0..<0, in: layout)
    } else {
      window = []
      landing = []
    }
    return Change(
      cancel: wasGivenOut.subtracting(visible).subtracting(ahead),
      load: visible.subtracting(wasVisible),
      prefetch: ahead.subtracting(visible).subtracting(wasGivenOut))
  }

  private func items(at offsets: Range<Int>, in layout: LineLayout) -> Set<Int> {
    var items: Set<Int> = []
    for item in 0..<layout.itemCount {
      let start = item / layout.itemsPerLine * layout.lineLength
      if offsets.overlaps(start..<start + layout.lineLength) { items.insert(item) }
    }
    return items
  }
}
