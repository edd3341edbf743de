import TestSupport

@testable import Prefetching

/// A person who scrolls at random over a link that answers at random, in virtual time.
struct ControllerSession {
  private var random: SeededRandom
  private var controller: PrefetchController<Numbers>
  private var offset = 0
  private var now = Duration.zero
  /// The loads that have not ended.
  private var underWay: Set<Int> = []
  private var ready: Set<Int> = []
  private let layout = LineLayout(itemCount: 400, itemsPerLine: 1, lineLength: 8)

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let slots = Int.random(in: 1...6, using: &random)
    let policy = PrefetchPolicyName.allCases.randomElement(using: &random)?.policy
    controller = PrefetchController(
      dataSource: Numbers(counts: [400]), policy: policy ?? AdaptivePolicy(), slots: slots,
      budgetBytes: 1 << 40)
  }

  /// The fault after one more step; nil for none.
  mutating func step() -> String? {
    now += .milliseconds([1, 33, 40, 100, 900].randomElement(using: &random) ?? 1)
    switch Int.random(in: 0...9, using: &random) {
    case 0...4: offset += [8, 8, 8, 24, -8, -24].randomElement(using: &random) ?? 8
    case 5:
      offset = controller.expectedJump?.offset ?? Int.random(in: 0...3_176, using: &random)
      let next = Viewport(offset: Int.random(in: -24...3_200, using: &random), length: 24)
      controller.expectedJump = Bool.random(using: &random) ? next : nil
    case 6: for item in underWay where Bool.random(using: &random) { end(item) }
    default: if let item = underWay.min() { end(item) }
    }
    offset = min(max(0, offset), 3_176)
    return look()
  }

  private mutating func end(_ item: Int) {
    underWay.remove(item)
    guard Int.random(in: 0...9, using: &random) > 0 else { return controller.itemFailed(item) }
    let time = Duration.milliseconds(Int.random(in: 10...800, using: &random))
    controller.itemBecameReady(
      item, bytes: 1_000, after: LoadTimes(total: time, transfer: time / 2),
      from: "host", at: now)
    ready.insert(item)
  }

  /// Follows the viewport and starts the loads that it asks for.
  private mutating func look() -> String? {
    let viewport = Viewport(offset: offset, length: 24)
    let share = countedShare(of: layout.items(in: viewport.range))
    let change = controller.viewportDidChange(to: viewport, layout: layout, at: now)
    if controller.tracker.position?.conditions.readyShare != share {
      return "the policy is not told that \(share) of the screen is ready"
    }
    underWay.subtract(change.cancel)
    ready.subtract(change.cancel)
    for start in controller.takeStarts() {
      if !underWay.insert(start.item).inserted { return "\(start) starts twice" }
      if !controller.tracker.isGivenOut(start.item) { return "\(start) is not wanted" }
    }
    if let look = controller.nextLook {
      return look > now ? nil : "looks at \(look), which is now or was before \(now)"
    }
    return missedStarts.isEmpty ? nil : "\(missedStarts) would start later, and nobody looks"
  }

  /// The share of these items that are given out and have ended, item by item.
  private func countedShare(of items: Range<Int>) -> Double {
    let ended = items.filter {
      controller.tracker.isGivenOut($0)
        && controller.schedule.countToCome(among: $0..<$0 + 1) == 0
    }
    return Double(ended.count) / Double(items.count)
  }

  /// The loads that would start much later although nothing had happened.
  private var missedStarts: [LoadSchedule.Start] {
    var later = controller
    let change = later.viewportDidChange(
      to: Viewport(offset: offset, length: 24), layout: layout, at: now + .seconds(60))
    // A policy may want more by then, or less, which leaves slots to others: neither could be known until now.
    guard change.cancel.isEmpty else { return [] }
    return later.takeStarts().filter { controller.tracker.isGivenOut($0.item) }
  }

  /// The fault after a rest in which loads end and the controller is asked when it wants to be; nil for none.
  func afterRest() -> String? {
    var rest = self
    return rest.runDry()
  }

  private mutating func runDry() -> String? {
    for _ in 1...3_000 {
      if let complaint = look() { return complaint }
      if let look = controller.nextLook {
        now = look
      } else if let item = underWay.min() {
        now += .milliseconds(50)
        end(item)
      } else {
        return controller.schedule.hasWaiting ? "something never starts" : nil
      }
    }
    return "it is looked for ever"
  }
}
