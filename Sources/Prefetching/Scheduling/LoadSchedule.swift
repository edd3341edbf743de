/// Holds the items that are wanted and not yet asked for, and says which to ask for now.
///
/// Items are given out as late as possible, no more at a time than there are slots. So the place of the
/// viewport at that moment decides what starts next: the item that will be on screen first. On either side
/// of the viewport that is the nearest one at any speed, and a change of speed or direction sorts nothing
/// anew. Finding an item takes O(log n) in the runs of neighbors that wait.
///
/// While the viewport runs, a load is *hopeless* if its item will have left the screen after the time that a load
/// takes on average. A hopeless load is passed over, visible or not, and is asked for when the viewport comes to
/// rest. If more items come on screen than can be loaded, a load must even end before its item is visible. Each
/// slot then serves a picture that is seen for as long as possible.
///
/// Visible items come first, all at once, and have the link for themselves for a while. Invisible items never take the
/// last of several slots, and they keep to the budget.
///
/// Where slots have no limit, nothing is rationed: all that waits is asked for at once.
public struct LoadSchedule: Sendable {
  /// An item to ask for.
  public struct Start: Hashable, Sendable {
    /// Its number in the data source.
    public let item: Int
    /// Whether it is on screen.
    public let isVisible: Bool
    /// The expected time until it is on screen; zero if it is.
    public let timeToVisible: Duration
  }

  /// The longest time for which visible items have the link for themselves while the viewport rests.
  private static let longestHold = Duration.milliseconds(500)
  /// The number of loads that may be under way where one connection carries them.
  ///
  /// Over a satellite in the laboratory, six leave 1.6 times the blank time. A number learned from the link leaves 0.9
  /// times as much.
  private static let streams = 16

  /// The number of loads that may be under way, unless one connection carries them.
  package let slots: Int
  /// Limits the bytes of items that have not been seen.
  package private(set) var budget: PrefetchBudget
  private var waiting = RangeSet<Int>()
  /// The instant at which a visible item was last asked for.
  private var demandedAt: Duration?
  /// The instant at which to look again although nothing has happened; nil for never.
  private(set) var nextLook: Duration?
  /// The loads under way and their starts; the start is nil if it is unknown or the load uses no link.
  private var underWay: [Int: Duration?] = [:]

  /// Makes a schedule in which nothing waits; fewer than 1 slot count as 1.
  package init(slots: Int, budget: PrefetchBudget) {
    self.slots = max(1, slots)
    self.budget = budget
  }

  /// Sets the most bytes of items that have not been seen.
  mutating func limitUnseen(to bytes: Int) {
    budget.limitBytes = bytes
  }

  /// Whether any item waits.
  package var hasWaiting: Bool { !waiting.isEmpty }

  /// The number of these items that wait or are under way.
  package func countToCome(among items: Range<Int>) -> Int {
    let underWay = underWay.keys.count { items.contains($0) }
    return waiting.ranges.reduce(underWay) { $0 + $1.clamped(to: items).count }
  }

  /// Adds items to those that wait, unless they are under way.
  package mutating func want(_ items: some Sequence<Int>) {
    let underWay = underWay
    waiting.insert(items.lazy.filter { underWay[$0] == nil })
  }

  /// Removes an item that is no longer wanted.
  package mutating func forget(_ item: Int) {
    ended(item)
    budget.release(item)
  }

  /// Follows items to their new places; forget those that are gone before.
  mutating func follow(_ changes: ItemChanges) {
    waiting = changes.places(of: waiting)
    underWay = changes.renumbered(underWay)
    budget.follow(changes)
  }

  /// A load under way uses no link, so its wait says nothing about the link.
  mutating func isLocal(_ item: Int) {
    if underWay[item] != nil { underWay.updateValue(nil, forKey: item) }
  }

  /// A load succeeded: the picture is held until it is seen.
  package mutating func becameReady(_ item: Int, bytes: Int, isVisible: Bool) {
    ended(item)
    budget.note(bytes: bytes)
    if !isVisible { budget.hold(item, bytes: bytes) }
  }

  /// A load failed, or the item needs none.
  package mutating func ended(_ item: Int) {
    waiting.remove(item)
    underWay[item] = nil
  }

  /// An item is on screen now.
  package mutating func shown(_ item: Int) { budget.release(item) }

  /// The time since a load started; nil if it is not under way or its start is unknown.
  func wait(of item: Int, at now: Duration) -> Duration? {
    guard let since = underWay[item] else { return nil }
    return since.map { now - $0 }
  }

  /// Removes the items to ask for now, and returns them.
  ///
  /// - Parameter headStart: the time for which other items leave the link to each visible item; nil if no
  ///   link is shared, and nothing is held back.
  /// - Complexity: O(visible items + slots × log n).
  mutating func takeStarts(
    at position: ScrollPosition, now: Duration?, headStart: Duration?
  ) -> [Start] {
    nextLook = nil
    guard hasWaiting else { return [] }
    if slots == .max { return takeAll(at: position, now: now) }
    let forecast = ScrollForecast(position)
    let visible = position.layout.items(in: position.viewport.range)
    let slots = position.conditions.isMultiplexed ? max(slots, Self.streams) : slots
    let hopeful = hopefulItems(forecast, position, slots)
    var starts = startAll(among: visible.clamped(to: hopeful), at: now).map {
      Start(item: $0, isVisible: true, timeToVisible: .zero)
    }
    if !starts.isEmpty { demandedAt = now }
    let demand = underWay.keys.count { visible.contains($0) }
    if demand > 0, let headStart, let now, let demandedAt {
      let hold = forecast.isRunning ? headStart * demand : Self.longestHold
      if now < demandedAt + hold {
        nextLook = demandedAt + hold
        return starts
      }
    }
    while underWay.count < slots, underWay.count - demand < max(1, slots - 1),
      budget.hasRoom(underWay: underWay.count - demand),
      let start = nextAhead(of: visible, among: hopeful, forecast)
    {
      self.start(start.item, at: now)
      starts.append(start)
    }
    return starts
  }

  /// Removes all items that wait and returns them, the visible ones first, then those ahead.
  private mutating func takeAll(at position: ScrollPosition, now: Duration?) -> [Start] {
    let forecast = ScrollForecast(position)
    let visible = position.layout.items(in: position.viewport.range)
    var starts: [Start] = []
    for side in [visible, visible.upperBound..<Int.max, 0..<visible.lowerBound] {
      starts += startAll(among: side, at: now).map {
        Start(item: $0, isVisible: side == visible, timeToVisible: forecast.timeToVisible($0))
      }
    }
    return starts
  }

  /// Starts all of these items that wait, and returns them in their order.
  private mutating func startAll(among items: Range<Int>, at now: Duration?) -> [Int] {
    if waiting.first(in: items) == nil { return [] }
    let starts = Array(waiting.intersection(RangeSet(items)).ranges.joined())
    waiting.remove(contentsOf: items)
    for item in starts { underWay.updateValue(now, forKey: item) }
    return starts
  }

  private mutating func start(_ item: Int, at now: Duration?) {
    waiting.remove(item)
    underWay.updateValue(now, forKey: item)
  }

  /// The items whose loads are not hopeless; at rest, all of them.
  private func hopefulItems(
    _ forecast: ScrollForecast, _ position: ScrollPosition, _ slots: Int
  ) -> Range<Int> {
    let expected = position.conditions.timeToReady ?? position.conditions.localTimeToReady
    guard forecast.isRunning, let expected else { return 0..<position.layout.itemCount }
    let isOverloaded = forecast.itemsPerSecond > Double(slots) / (expected / .seconds(1))
    return forecast.itemsStillToCome(after: expected, orLeaving: !isOverloaded)
  }

  /// The invisible item that will be needed first.
  private func nextAhead(
    of visible: Range<Int>, among hopeful: Range<Int>, _ forecast: ScrollForecast
  ) -> Start? {
    let after = waiting.first(in: hopeful.clamped(to: visible.upperBound..<Int.max))
    let before = waiting.last(in: hopeful.clamped(to: 0..<visible.lowerBound))
    // Of two that are equally near, the one ahead goes first.
    let nearest = forecast.direction == .forward ? [after, before] : [before, after]
    return nearest.compactMap(\.self)
      .map { Start(item: $0, isVisible: false, timeToVisible: forecast.timeToVisible($0)) }
      .min { $0.timeToVisible < $1.timeToVisible }
  }
}
