/// Holds the items that are wanted and not yet asked for, and says which to ask for now.
///
/// They are given out as late as possible, no more at a time than there are slots, so that what starts
/// next is decided by where the viewport is then: the item that will be on screen first. On either side
/// of the viewport that is the nearest, at whatever speed; so nothing is to be sorted anew when the speed
/// or the direction changes, and an item is found in O(log n), n being the runs of neighbours that wait.
///
/// While the viewport runs, a load is *hopeless* that would arrive when its item has left the screen
/// again. It is passed over, visible or not, and is asked for where the viewport comes to rest. Where
/// more items come on screen than can be loaded, a load must even arrive before its item does: each slot
/// then serves a picture that is seen for as long as it may be.
///
/// Items that are visible come first, all at once. None that is not visible is asked for while one that
/// is waits for a slot, none takes the last slot of several, and all of them keep to the budget.
public struct LoadSchedule: Sendable {
  /// An item to be asked for.
  public struct Start: Hashable, Sendable {
    /// Its number in the data source.
    public let item: Int
    /// Whether it is on screen.
    public let isVisible: Bool
    /// When it will be, from now.
    public let timeToVisible: Duration
  }

  /// For how long items on screen have the link for themselves while the viewport rests.
  private static let longestHold = Duration.milliseconds(500)

  /// How many loads may be under way.
  package let slots: Int
  /// What may be held that nobody has seen.
  package private(set) var budget: PrefetchBudget
  private var waiting = RangeSet<Int>()
  /// When an item was last asked for that was visible.
  private var demandedAt: Duration?
  /// When to look again although nothing has happened; nil if not.
  private(set) var nextLook: Duration?
  /// The items asked for and not there, and since when; nil where no link is used, or nobody knows.
  private var underWay: [Int: Duration?] = [:]

  /// Makes a schedule in which nothing waits; fewer than 1 slot count as 1.
  package init(slots: Int, budget: PrefetchBudget) {
    self.slots = max(1, slots)
    self.budget = budget
  }

  /// Whether something waits to be asked for.
  package var hasWaiting: Bool { !waiting.isEmpty }

  /// Whether one of these items waits or is under way.
  func hasDemand(among items: Range<Int>) -> Bool {
    waiting.first(in: items) != nil || underWay.keys.contains { items.contains($0) }
  }

  /// How many of these items wait or are under way; none does both.
  func countToCome(among items: Range<Int>) -> Int {
    waiting.ranges.reduce(underWay.keys.count { items.contains($0) }) {
      $0 + $1.clamped(to: items).count
    }
  }

  /// Has an item wait, unless it is under way.
  package mutating func want(_ item: Int) {
    guard underWay[item] == nil else { return }
    waiting.insert(item)
  }

  /// An item is not wanted any more.
  package mutating func forget(_ item: Int) {
    waiting.remove(item)
    underWay[item] = nil
    budget.release(item)
  }

  /// A load under way uses no link, so that its wait says nothing of one.
  mutating func isLocal(_ item: Int) {
    if underWay[item] != nil { underWay.updateValue(nil, forKey: item) }
  }

  /// A load has ended well: the picture is held until it is seen.
  package mutating func becameReady(_ item: Int, bytes: Int, isVisible: Bool) {
    waiting.remove(item)
    underWay[item] = nil
    budget.note(bytes: bytes)
    if !isVisible { budget.hold(item, bytes: bytes) }
  }

  /// A load has ended badly, or is asked for by others.
  package mutating func ended(_ item: Int) {
    waiting.remove(item)
    underWay[item] = nil
  }

  /// An item is on screen now.
  package mutating func shown(_ item: Int) { budget.release(item) }

  /// How long the load has been under way that has been for longest; nil if nobody knows.
  func longestWait(at now: Duration) -> Duration? {
    underWay.values.compactMap { since in since.map { now - $0 } }.max()
  }

  /// How long a load has been under way; nil if it is not, or nobody knows.
  func wait(of item: Int, at now: Duration) -> Duration? {
    guard let since = underWay[item] else { return nil }
    return since.map { now - $0 }
  }

  /// Takes the items to be asked for now.
  ///
  /// - Parameter headStart: for how long items that are not visible leave the link to each that is; nil where
  ///   there is no link to share, and nothing is held back for it.
  /// - Complexity: O(visible items + slots × log n).
  mutating func takeStarts(
    at position: ScrollPosition, now: Duration?, headStart: Duration?
  ) -> [Start] {
    nextLook = nil
    guard hasWaiting else { return [] }
    let forecast = ScrollForecast(position)
    let visible = position.layout.items(in: position.viewport.range)
    let hopeful = hopefulItems(forecast, position)
    var starts: [Start] = []
    while let item = waiting.first(in: visible.clamped(to: hopeful)) {
      start(item, at: now)
      starts.append(Start(item: item, isVisible: true, timeToVisible: .zero))
      demandedAt = now
    }
    let demand = underWay.keys.count { visible.contains($0) }
    if demand > 0, let headStart, let now, let demandedAt {
      let hold = forecast.isRunning ? headStart * demand : Self.longestHold
      if now < demandedAt + hold {
        nextLook = demandedAt + hold
        return starts
      }
    }
    let most = demand > 0 && headStart != nil ? (slots + 2) / 3 : max(1, slots - 1)
    while underWay.count < slots, underWay.count - demand < most,
      let start = nextAhead(of: visible, among: hopeful, forecast, demand: demand)
    {
      self.start(start.item, at: now)
      starts.append(start)
    }
    return starts
  }

  private mutating func start(_ item: Int, at now: Duration?) {
    waiting.remove(item)
    underWay.updateValue(now, forKey: item)
  }

  /// The items whose load would be of use; at rest, all of them.
  private func hopefulItems(_ forecast: ScrollForecast, _ position: ScrollPosition) -> Range<Int> {
    let all = 0..<position.layout.itemCount
    guard forecast.isRunning, let time = position.conditions.timeToReady else { return all }
    let average = position.conditions.averageTimeToReady ?? time
    let isOverloaded = forecast.itemsPerSecond * (average / .seconds(1)) > Double(slots)
    return forecast.itemsStillToCome(after: time, orLeaving: !isOverloaded)
  }

  /// The item that will be visible first, if it may be asked for.
  private func nextAhead(
    of visible: Range<Int>, among hopeful: Range<Int>, _ forecast: ScrollForecast, demand: Int
  ) -> Start? {
    guard budget.hasRoom(underWay: underWay.count - demand, demandWaits: demand > 0) else {
      return nil
    }
    let after = waiting.first(in: hopeful.clamped(to: visible.upperBound..<Int.max))
    let before = waiting.last(in: hopeful.clamped(to: 0..<visible.lowerBound))
    // Of two that are as near, it is the one ahead.
    let nearest = forecast.direction == .forward ? [after, before] : [before, after]
    return nearest.compactMap(\.self)
      .map { Start(item: $0, isVisible: false, timeToVisible: forecast.timeToVisible($0)) }
      .min { $0.timeToVisible < $1.timeToVisible }
  }
}

extension RangeSet<Int> {
  /// The least member of a range, in O(log ranges).
  func first(in range: Range<Int>) -> Int? {
    let place = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    guard place < ranges.count else { return nil }
    let member = Swift.max(ranges[place].lowerBound, range.lowerBound)
    return member < range.upperBound ? member : nil
  }

  /// The greatest member of a range, in O(log ranges).
  func last(in range: Range<Int>) -> Int? {
    let place = ranges.partitioningIndex { $0.lowerBound >= range.upperBound } - 1
    guard place >= 0 else { return nil }
    let member = Swift.min(ranges[place].upperBound, range.upperBound) - 1
    return member >= range.lowerBound ? member : nil
  }

  /// Adds one member, unless it is greater than all that a range can hold.
  mutating func insert(_ member: Int) {
    if member < .max { insert(contentsOf: member..<member + 1) }
  }

  /// Removes one member, if it is there.
  mutating func remove(_ member: Int) {
    if member < .max { remove(contentsOf: member..<member + 1) }
  }
}
