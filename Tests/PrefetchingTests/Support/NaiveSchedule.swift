@testable import Prefetching

/// A ``LoadSchedule`` by plain sets, scans and sorting.
struct NaiveSchedule {
  let slots: Int
  let limitBytes: Int
  private(set) var waiting: Set<Int> = []
  private(set) var underWay: Set<Int> = []
  private(set) var held: [Int: Int] = [:]
  private var averageBytes: Double?
  private(set) var demandedAt: Duration?

  init(slots: Int, limitBytes: Int) {
    self.slots = slots
    self.limitBytes = limitBytes
  }

  var heldBytes: Int { held.values.reduce(0, +) }

  mutating func want(_ item: Int) {
    if !underWay.contains(item) { waiting.insert(item) }
  }

  mutating func forget(_ item: Int) {
    ended(item)
    held[item] = nil
  }

  mutating func becameReady(_ item: Int, bytes: Int, isVisible: Bool) {
    ended(item)
    averageBytes = averageBytes.map { $0 + (Double(bytes) - $0) / 8 } ?? Double(bytes)
    if !isVisible { held[item] = bytes }
  }

  mutating func ended(_ item: Int) {
    waiting.remove(item)
    underWay.remove(item)
  }

  mutating func shown(_ item: Int) { held[item] = nil }

  /// The number of these items that are neither there nor given up.
  func countToCome(among items: Range<Int>) -> Int {
    waiting.union(underWay).count { items.contains($0) }
  }

  /// The waiting items that must start now.
  mutating func takeStarts(
    at position: ScrollPosition, now: Duration, headStart: Duration
  ) -> [Int] {
    let visible = visibleItems(position)
    let hopeful = waiting.filter { isHopeful($0, position) }
    var starts = hopeful.intersection(visible).sorted()
    if !starts.isEmpty { demandedAt = now }
    begin(starts)
    let demand = underWay.intersection(visible).count
    if demand > 0, let demandedAt, now < demandedAt + hold(demand, headStart, position) {
      return starts
    }
    let forecast = ScrollForecast(position)
    let isForward = position.direction == .forward
    let times = hopeful.subtracting(visible).map { ($0, forecast.timeToVisible($0)) }
    let nearest = times.sorted { one, other in
      // The nearer end of a line goes first, and of two sides the one ahead.
      if one.1 != other.1 { return one.1 < other.1 }
      let (isAfter, isOtherAfter) = (one.0 > visible.first ?? 0, other.0 > visible.first ?? 0)
      return isAfter == isOtherAfter ? (one.0 < other.0) == isAfter : isAfter == isForward
    }
    let slots = slots(at: position)
    for (item, _) in nearest where mayStart(besides: demand, slots) {
      begin([item])
      starts.append(item)
    }
    return starts
  }

  func hold(_ demand: Int, _ headStart: Duration, _ position: ScrollPosition) -> Duration {
    position.motion.speed > 0 ? headStart * demand : .milliseconds(500)
  }

  private mutating func begin(_ items: [Int]) {
    waiting.subtract(items)
    underWay.formUnion(items)
  }

  /// The loads that may be under way.
  func slots(at position: ScrollPosition) -> Int {
    position.conditions.isMultiplexed ? max(16, slots) : slots
  }

  /// Whether another hidden item may be on its way.
  func mayStart(besides demand: Int, _ slots: Int) -> Bool {
    let ahead = underWay.count - demand
    let expected = Double(heldBytes) + (averageBytes ?? 0) * Double(ahead + 1)
    return underWay.count < slots && ahead < max(1, slots - 1) && expected <= Double(limitBytes)
  }

  func visibleItems(_ position: ScrollPosition) -> [Int] {
    (0..<position.layout.itemCount).filter { item in
      let start = item / position.layout.itemsPerLine * 8
      return start < position.viewport.range.upperBound && start + 8 > position.viewport.offset
    }
  }

  /// Whether an item will be on screen, or still to come, when its load ends.
  private func isHopeful(_ item: Int, _ position: ScrollPosition) -> Bool {
    let speed = position.motion.speed
    guard speed > 0, let time = position.conditions.timeToReady else { return true }
    let perSecond = speed / 8 * Double(position.layout.itemsPerLine)
    let isOverloaded = perSecond > Double(slots(at: position)) / (time / .seconds(1))
    let length = position.viewport.length
    let travel = Int((speed * (time / .seconds(1))).rounded(.up))
    let start = item / position.layout.itemsPerLine * 8
    let last = max(0, position.layout.contentLength - length)
    switch position.direction {
    case .forward:
      let edge = position.viewport.offset + (isOverloaded ? length : 0) + travel
      return start + 8 > min(edge, last)
    case .backward:
      let edge = position.viewport.offset + (isOverloaded ? 0 : length) - travel
      return start < max(edge, length)
    }
  }
}
