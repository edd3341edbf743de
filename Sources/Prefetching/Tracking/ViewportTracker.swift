/// Follows a viewport over a layout, and decides which items to load, to prefetch and to cancel.
///
/// An item is *given out* when it is listed in ``TrackerChange/load`` or ``TrackerChange/prefetch``. At any time,
/// exactly the items that are visible, in the window or in the landing are given out. An item that leaves all of them
/// is canceled. A prefetched item that becomes visible is listed in `load`, never in `cancel`. A visible item that
/// remains in the window is not listed.
///
/// ```swift
/// var tracker = ViewportTracker()
/// let list = LineLayout(itemCount: 100, itemsPerLine: 1, lineLength: 1)
/// tracker.update(Viewport(offset: 0, length: 3), in: list)  // load 0 1 2, prefetch 3 4 5
/// tracker.update(Viewport(offset: 1, length: 3), in: list)  // cancel 0, load 3, prefetch 6
/// ```
///
/// An update costs O(items reported), and O(1) without changes, whatever the number of items.
package struct ViewportTracker: Sendable {
  /// The policy that decides the window.
  package private(set) var policy: any PrefetchPolicy
  /// Whether there is a window: true at first.
  package private(set) var isPrefetchingEnabled = true
  /// The items on screen.
  package private(set) var visible = 0..<0
  /// The items that should be ready; may overlap ``visible``.
  package private(set) var window = 0..<0
  /// The items that an expected jump will show; may overlap the others.
  private var landing = 0..<0
  /// The items on screen, as a set: after a change of the data source they may not be consecutive.
  private var shown = RangeSet<Int>()
  /// The items on screen, in the window or in the landing.
  private var givenOut = RangeSet<Int>()
  /// Whether items have moved since the last update.
  private var isRenumbered = false
  /// The items listed in `prefetch` that have not been visible or canceled since.
  private(set) var announced = RangeSet<Int>()

  /// The current position; nil before the first update.
  package private(set) var position: ScrollPosition?
  private var meter = ScrollMeter()
  /// The instant of the last update, if known.
  private(set) var updatedAt: Duration?

  /// Creates a tracker that has given out no items.
  package init(policy: any PrefetchPolicy = StaticPolicy()) {
    self.policy = policy
  }

  /// Moves the viewport.
  ///
  /// The first update counts as a forward movement; an unchanged offset keeps the direction. After a change of the
  /// layout or of the viewport's length, the window is recomputed.
  ///
  /// - Parameters:
  ///   - instant: the current time by a monotonic clock; nil, the default, leaves speeds unknown.
  ///   - conditions: the conditions of loads; unknown by default.
  ///   - expectedJump: the viewport that a jump will probably show next; nil, the default, if unknown.
  package mutating func update(
    _ viewport: Viewport, in layout: LineLayout, at instant: Duration? = nil,
    conditions: LoadConditions = LoadConditions(), expectedJump: Viewport? = nil
  ) -> TrackerChange {
    defer { isRenumbered = false }
    if !isRenumbered, let position, position.wasScrolled(to: viewport, in: layout) {
      // Floating point, because the difference of two distant offsets could overflow.
      let distance = Double(viewport.offset) - Double(position.viewport.offset)
      meter.moved(
        by: Int(exactly: distance) ?? (distance < 0 ? -.max : .max),
        viewportLength: viewport.length, at: instant)
    }
    updatedAt = instant
    let isUnchanged =
      !isRenumbered && layout == position?.layout && viewport.length == position?.viewport.length
    position = ScrollPosition(
      viewport: viewport, layout: layout, motion: meter.motion(at: instant),
      conditions: conditions, lastDecision: isUnchanged ? position?.lastDecision : nil)
    position?.expectedJump = expectedJump
    return update()
  }

  /// The instant at which the current motion has ended unless the viewport moves; nil at rest.
  var restsAt: Duration? {
    guard let updatedAt else { return nil }
    return meter.restsAt(after: updatedAt)
  }

  /// Switches prefetching on or off.
  ///
  /// Off cancels all items that are given out and not visible.
  package mutating func setPrefetchingEnabled(_ isEnabled: Bool) -> TrackerChange {
    guard isEnabled != isPrefetchingEnabled else { return TrackerChange() }
    isPrefetchingEnabled = isEnabled
    return decideAnew()
  }

  /// Replaces the policy and recomputes the window.
  package mutating func setPolicy(_ policy: any PrefetchPolicy) -> TrackerChange {
    self.policy = policy
    return decideAnew()
  }

  /// Gives out items again whose content changed; those not given out are ignored.
  package mutating func reload(_ items: [Int]) -> TrackerChange {
    var stale = RangeSet<Int>()
    for item in items.sorted() where isGivenOut(item) {
      stale.insert(contentsOf: item..<item + 1)
    }
    let hidden = stale.subtracting(shown)
    announced.formUnion(hidden)
    return TrackerChange(
      load: Array(stale.intersection(shown).items), prefetch: nearestFirst(hidden))
  }

  /// Moves items to their new places.
  ///
  /// The next update recomputes the window, and does not count as scrolling, because a view adjusts its offset to show
  /// the same content.
  ///
  /// - Returns: the removed items that were given out, by their places before the change.
  mutating func apply(_ changes: ItemChanges) -> [Int] {
    let gone = givenOut.items.filter { changes.place(of: $0) == nil }
    shown = changes.places(of: shown)
    givenOut = changes.places(of: givenOut)
    announced = changes.places(of: announced)
    visible = shown.hull
    window = changes.places(of: RangeSet(window)).hull
    landing = changes.places(of: RangeSet(landing)).hull
    isRenumbered = true
    return gone
  }

  /// Cancels all items that are given out, and resets the position.
  ///
  /// The next update is like the first.
  package mutating func stopAll() -> TrackerChange {
    position = nil
    meter = ScrollMeter()
    return giveOut(visible: 0..<0, window: 0..<0, landing: 0..<0)
  }
}

extension ViewportTracker {
  /// Whether an item is on screen.
  func isShown(_ item: Int) -> Bool { shown.contains(item) }

  /// Whether an item is given out.
  func isGivenOut(_ item: Int) -> Bool { givenOut.contains(item) }

  /// The number of these items that are given out.
  func givenOutCount(among items: Range<Int>) -> Int {
    givenOut.ranges.reduce(0) { $0 + $1.clamped(to: items).count }
  }

  private mutating func decideAnew() -> TrackerChange {
    position?.lastDecision = nil
    return update()
  }

  private mutating func update() -> TrackerChange {
    guard let position else { return TrackerChange() }
    let window = decidedWindow(position)
    return giveOut(
      visible: position.layout.items(in: position.viewport.range), window: window,
      landing: window.isEmpty
        ? 0..<0 : position.layout.items(in: position.expectedJump?.range ?? 0..<0))
  }

  private mutating func decidedWindow(_ position: ScrollPosition) -> Range<Int> {
    guard isPrefetchingEnabled else { return 0..<0 }
    guard let offsets = policy.window(for: position) else {
      return window.clamped(to: 0..<position.layout.itemCount)
    }
    self.position?.lastDecision = .init(viewport: position.viewport, window: offsets)
    return position.layout.items(in: offsets)
  }

  private mutating func giveOut(
    visible: Range<Int>, window: Range<Int>, landing: Range<Int>
  ) -> TrackerChange {
    guard
      isRenumbered || visible != self.visible || window != self.window || landing != self.landing
    else { return TrackerChange() }
    let before = givenOut
    let appeared = RangeSet(visible).subtracting(shown)
    self.visible = visible
    self.window = window
    self.landing = landing
    shown = RangeSet(visible)
    let ahead = RangeSet(window).union(RangeSet(landing))
    givenOut = shown.union(ahead)
    let expected = givenOut.subtracting(before).subtracting(appeared)
    announced.formIntersection(ahead)
    announced.subtract(RangeSet(visible))
    announced.formUnion(expected)
    return TrackerChange(
      cancel: Array(before.subtracting(givenOut).items), load: Array(appeared.items),
      prefetch: nearestFirst(expected))
  }

  /// The invisible items in the order in which they will probably be needed.
  private func nearestFirst(_ items: RangeSet<Int>) -> [Int] {
    let after = Array(items.intersection(RangeSet(visible.upperBound..<Int.max)).items)
    let before = items.intersection(RangeSet(0..<visible.lowerBound)).items.reversed()
    switch position?.direction {
    case .backward: return before + after
    case .forward, nil: return after + before
    }
  }
}

extension RangeSet<Int> {
  /// The members, ascending.
  fileprivate var items: some BidirectionalCollection<Int> { ranges.joined() }

  /// The range from the least member to the greatest.
  fileprivate var hull: Range<Int> {
    guard let first = ranges.first, let last = ranges.last else { return 0..<0 }
    return first.lowerBound..<last.upperBound
  }
}

extension ScrollPosition {
  /// Whether the viewport scrolled; a resize, a new layout and shrinking content move the offset, too.
  fileprivate func wasScrolled(to viewport: Viewport, in layout: LineLayout) -> Bool {
    viewport.offset != self.viewport.offset && viewport.length == self.viewport.length
      && layout.lineLength == self.layout.lineLength
      && layout.itemsPerLine == self.layout.itemsPerLine
      && layout.itemCount >= self.layout.itemCount
  }
}

/// The items requested by a movement, in three disjoint lists.
///
/// Carry out the cancellations first, so that what they free serves the rest.
public struct TrackerChange: Hashable, Sendable {
  /// Items from either of the other lists that are no longer needed; ascending.
  public var cancel: [Int]
  /// Items that became visible, ascending; raise the priority of those that were prefetched before.
  public var load: [Int]
  /// Items to have ready: first ahead, then behind, each from the viewport outward.
  public var prefetch: [Int]

  /// Creates a change; by default an empty one.
  package init(cancel: [Int] = [], load: [Int] = [], prefetch: [Int] = []) {
    self.cancel = cancel
    self.load = load
    self.prefetch = prefetch
  }

  /// Whether all lists are empty.
  public var isEmpty: Bool { cancel.isEmpty && load.isEmpty && prefetch.isEmpty }
}
