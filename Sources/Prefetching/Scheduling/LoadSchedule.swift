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
/// Where the viewport has just jumped and is expected to jump on, what that will show comes before what is near.
///
/// Visible items come first, all at once. While one of them waits for a slot, no other item is asked for.
/// Invisible items never take the last of several slots, and they keep to the budget. Beside visible ones under way,
/// they fill what these leave of the link.
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
  /// The time in which a person looks at one hit of a search and goes on to the next.
  private static let timeToJump = Duration.seconds(1)
  /// The fewest loads under way where one connection carries them: a large picture must not hold up all.
  private static let leastStreams = 3

  /// The number of loads that may be under way, unless one connection carries as many as the link needs.
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

  /// The time since the earliest start of a load under way; nil if no start is known.
  func longestWait(at now: Duration) -> Duration? {
    underWay.values.compactMap { since in since.map { now - $0 } }.max()
  }

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
    let hopeful = hopefulItems(forecast, position)
    var starts = startAll(among: visible.clamped(to: hopeful), at: now).map {
      Start(item: $0, isVisible: true, timeToVisible: .zero)
    }
    if !starts.isEmpty { demandedAt = now }
    let slots = slots(position.conditions)
    let demand = underWay.keys.count { visible.contains($0) }
    if demand > 0, let headStart, let now, let demandedAt {
      let hold = forecast.isRunning ? headStart * demand : Self.longestHold
      if now < demandedAt + hold {
        nextLook = demandedAt + hold
        return starts
      }
    }
    let isShared = demand > 0 && headStart != nil
    let most = mostAhead(of: slots, besides: isShared ? demand : 0, position.conditions)
    while underWay.count < slots, underWay.count - demand < most,
      let start = nextAhead(of: visible, among: hopeful, forecast, position, demand: demand)
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

  /// The number of loads that may be under way.
  private func slots(_ conditions: LoadConditions) -> Int {
    guard conditions.isMultiplexed, let loads = conditions.loadsAtATime else { return slots }
    return max(Self.leastStreams, loads)
  }

  /// The number of invisible items that may be under way: all slots but one.
  ///
  /// Beside visible ones it is what these leave of a full link. A third of the slots is free in any case, because a
  /// visible load may stall.
  private func mostAhead(of slots: Int, besides demand: Int, _ conditions: LoadConditions) -> Int {
    let most = max(1, slots - 1)
    guard demand > 0 else { return most }
    return min(most, max((slots + 2) / 3, (conditions.loadsAtATime ?? 1) - demand))
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
  private func hopefulItems(_ forecast: ScrollForecast, _ position: ScrollPosition) -> Range<Int> {
    let all = 0..<position.layout.itemCount
    // A load that may come late is worth a try: what nine in ten do not exceed is far more than most take.
    let conditions = position.conditions
    let expected =
      conditions.averageTimeToReady ?? conditions.timeToReady ?? conditions.localTimeToReady
    guard forecast.isRunning, let time = expected else { return all }
    let isOverloaded = forecast.itemsPerSecond > capacity(time, conditions)
    return forecast.itemsStillToCome(after: time, orLeaving: !isOverloaded)
  }

  /// The items a second that can be loaded.
  private func capacity(_ time: Duration, _ conditions: LoadConditions) -> Double {
    if conditions.isMultiplexed { return conditions.itemsPerSecond ?? .infinity }
    return Double(slots) / (time / .seconds(1))
  }

  /// The invisible item that will be needed first, if the budget has room for it.
  private func nextAhead(
    of visible: Range<Int>, among hopeful: Range<Int>, _ forecast: ScrollForecast,
    _ position: ScrollPosition, demand: Int
  ) -> Start? {
    guard budget.hasRoom(underWay: underWay.count - demand, demandWaits: demand > 0) else {
      return nil
    }
    if !position.motion.isDirectionKnown, let jump = position.expectedJump,
      let item = waiting.first(in: position.layout.items(in: jump.range).clamped(to: hopeful))
    {
      return Start(item: item, isVisible: false, timeToVisible: Self.timeToJump)
    }
    let after = waiting.first(in: hopeful.clamped(to: visible.upperBound..<Int.max))
    let before = waiting.last(in: hopeful.clamped(to: 0..<visible.lowerBound))
    // Of two that are equally near, the one ahead goes first.
    let nearest = forecast.direction == .forward ? [after, before] : [before, after]
    return nearest.compactMap(\.self)
      .map { Start(item: $0, isVisible: false, timeToVisible: forecast.timeToVisible($0)) }
      .min { $0.timeToVisible < $1.timeToVisible }
  }
}
