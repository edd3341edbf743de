/// A queue of items that should be loaded, which decides what to request now.
///
/// Items are requested as late as possible, limited by the slots. So the viewport at that moment decides what starts
/// next: the item that will be on screen first. On both sides of the viewport that is the nearest one at any speed, so
/// a change of speed or direction needs no sorting. Finding an item takes O(log n) in the runs of consecutive waiting
/// items.
///
/// While the viewport runs, a load is *hopeless* if its item will have left the screen after the average time of a
/// load. A hopeless load is skipped, visible or not, and is requested when the viewport stops. If more items come on
/// screen than can be loaded, a load must even end before its item is visible. Each slot then serves a picture that is
/// seen for as long as possible.
///
/// Visible items come first, all at once, and have the link to themselves for a while. Invisible items never use the
/// last of several slots, and they keep to the budget.
///
/// Without a limit of slots, all waiting items are requested immediately.
public struct LoadSchedule: Sendable {
  /// A request for an item.
  public struct Start: Hashable, Sendable {
    /// The item's number in the data source.
    public let item: Int
    /// Whether the item is on screen.
    public let isVisible: Bool
    /// The expected time until the item is on screen; zero if it is.
    public let timeToVisible: Duration
  }

  /// The most active loads, unless one connection carries them.
  package let slots: Int
  /// The limit on bytes of unseen items.
  package private(set) var budget: PrefetchBudget
  private var waiting = RangeSet<Int>()
  /// The instant of the last request of a visible item.
  private var demandedAt: Duration?
  /// The instant at which to call `takeStarts` without an event; nil for never.
  private(set) var nextLook: Duration?
  /// The loads under way.
  private var underWay: Set<Int> = []

  /// Creates an empty schedule; fewer than 1 slot count as 1.
  package init(slots: Int, budget: PrefetchBudget) {
    self.slots = max(1, slots)
    self.budget = budget
  }

  /// Sets the limit on bytes of unseen items.
  mutating func limitUnseen(to bytes: Int) {
    budget.limitBytes = bytes
  }

  /// Whether any item waits.
  package var hasWaiting: Bool { !waiting.isEmpty }

  /// The number of these items that wait or are loading.
  package func countToCome(among items: Range<Int>) -> Int {
    let underWay = underWay.count { items.contains($0) }
    return waiting.ranges.reduce(underWay) { $0 + $1.clamped(to: items).count }
  }

  /// Adds items to the queue, unless they are loading.
  package mutating func want(_ items: some Sequence<Int>) {
    let underWay = underWay
    waiting.insert(items.lazy.filter { !underWay.contains($0) })
  }

  /// Removes an item that is no longer needed.
  package mutating func forget(_ item: Int) {
    ended(item)
    budget.release(item)
  }

  /// Moves items to their new places; removed ones must be forgotten first.
  mutating func apply(_ changes: ItemChanges) {
    waiting = changes.places(of: waiting)
    underWay = Set(underWay.compactMap(changes.place))
    budget.apply(changes)
  }

  /// Records a successful load: the picture is held until it is seen.
  package mutating func becameReady(_ item: Int, bytes: Int, isVisible: Bool) {
    ended(item)
    budget.recordSize(bytes)
    if !isVisible { budget.hold(item, bytes: bytes) }
  }

  /// Records a failed load, or an item that needs no load.
  package mutating func ended(_ item: Int) {
    waiting.remove(item)
    underWay.remove(item)
  }

  /// Records that an item is on screen.
  package mutating func shown(_ item: Int) { budget.release(item) }

  /// Removes and returns the items to request now.
  ///
  /// - Parameter headStart: the time for which each visible item has the link to itself; nil if no link is shared, so
  ///   that nothing is delayed.
  /// - Complexity: O(visible items + slots × log n).
  mutating func takeStarts(
    at position: ScrollPosition, now: Duration?, headStart: Duration?
  ) -> [Start] {
    nextLook = nil
    guard hasWaiting else { return [] }
    if slots == .max { return takeAll(at: position) }
    let forecast = ScrollForecast(position)
    let visible = position.layout.items(in: position.viewport.range)
    let slots = position.conditions.isMultiplexed ? max(slots, Constants.Schedule.streams) : slots
    let hopeful = hopefulItems(forecast, position, slots)
    var starts = startAll(among: visible.clamped(to: hopeful)).map {
      Start(item: $0, isVisible: true, timeToVisible: .zero)
    }
    if !starts.isEmpty { demandedAt = now }
    let demand = underWay.count { visible.contains($0) }
    if demand > 0, let headStart, let now, let demandedAt {
      let hold = forecast.isRunning ? headStart * demand : Constants.Schedule.longestHold
      if now < demandedAt + hold {
        nextLook = demandedAt + hold
        return starts
      }
    }
    while underWay.count < slots, underWay.count - demand < max(1, slots - 1),
      budget.hasRoom(underWay: underWay.count - demand),
      let start = nextAhead(of: visible, among: hopeful, forecast)
    {
      recordStart(start.item)
      starts.append(start)
    }
    return starts
  }

  /// Removes and returns all waiting items, visible ones first, then those ahead.
  private mutating func takeAll(at position: ScrollPosition) -> [Start] {
    let forecast = ScrollForecast(position)
    let visible = position.layout.items(in: position.viewport.range)
    var starts: [Start] = []
    for side in [visible, visible.upperBound..<Int.max, 0..<visible.lowerBound] {
      starts += startAll(among: side).map {
        Start(item: $0, isVisible: side == visible, timeToVisible: forecast.timeToVisible($0))
      }
    }
    return starts
  }

  /// Starts all waiting items among these, and returns them in order.
  private mutating func startAll(among items: Range<Int>) -> [Int] {
    if waiting.first(in: items) == nil { return [] }
    let starts = Array(waiting.intersection(RangeSet(items)).ranges.joined())
    waiting.remove(contentsOf: items)
    underWay.formUnion(starts)
    return starts
  }

  private mutating func recordStart(_ item: Int) {
    waiting.remove(item)
    underWay.insert(item)
  }

  /// The items whose loads are not hopeless; all items at rest.
  private func hopefulItems(
    _ forecast: ScrollForecast, _ position: ScrollPosition, _ slots: Int
  ) -> Range<Int> {
    let expected = position.conditions.timeToReady ?? position.conditions.localTimeToReady
    guard forecast.isRunning, let expected else { return 0..<position.layout.itemCount }
    let isOverloaded = forecast.itemsPerSecond > Double(slots) / (expected / .seconds(1))
    return forecast.itemsStillToCome(after: expected, orLeaving: !isOverloaded)
  }

  /// The invisible item that is needed first.
  private func nextAhead(
    of visible: Range<Int>, among hopeful: Range<Int>, _ forecast: ScrollForecast
  ) -> Start? {
    let after = waiting.first(in: hopeful.clamped(to: visible.upperBound..<Int.max))
    let before = waiting.last(in: hopeful.clamped(to: 0..<visible.lowerBound))
    // If two are equally near, the one ahead comes first.
    let nearest = forecast.direction == .forward ? [after, before] : [before, after]
    return nearest.compactMap(\.self)
      .map { Start(item: $0, isVisible: false, timeToVisible: forecast.timeToVisible($0)) }
      .min { $0.timeToVisible < $1.timeToVisible }
  }
}
