import TestSupport

@testable import Prefetching

/// A schedule and its model, led through the same random steps.
struct ScheduleWalk {
  private var random: SeededRandom
  private var schedule: LoadSchedule
  private var model: NaiveSchedule
  private var position: ScrollPosition
  private var now = Duration.zero
  private let headStart = Duration.milliseconds(30)

  init(seed: UInt64, limitBytes: Int = 2_000) {
    random = SeededRandom(seed: seed)
    let slots = Int.random(in: 1...7, using: &random)
    schedule = LoadSchedule(slots: slots, budget: PrefetchBudget(limitBytes: limitBytes))
    model = NaiveSchedule(slots: slots, limitBytes: limitBytes)
    position = .random(using: &random, perLine: Int.random(in: 1...3, using: &random))
  }

  /// The fault after one more step; nil for none.
  mutating func step() -> String? {
    now += .milliseconds([0, 1, 20, 300].randomElement(using: &random) ?? 0)
    for _ in 1...5 { act() }
    return look()
  }

  private mutating func act() {
    let item = Int.random(in: 0..<position.layout.itemCount, using: &random)
    switch Int.random(in: 0...9, using: &random) {
    case 0...3:
      for item in item..<min(item + 6, position.layout.itemCount) where !isHeld(item) {
        schedule.want([item])
        model.want(item)
      }
    case 4: forget(item)
    case 5, 6: if let item = model.underWay.sorted().randomElement(using: &random) { finish(item) }
    case 7: if let item = model.underWay.min() { end(item) }
    case 8: show()
    default: move()
    }
  }

  private func isHeld(_ item: Int) -> Bool { model.held[item] != nil }

  private mutating func forget(_ item: Int) {
    schedule.forget(item)
    model.forget(item)
  }

  private mutating func finish(_ item: Int) {
    let bytes = Int.random(in: 0...400, using: &random)
    let isVisible = model.visibleItems(position).contains(item)
    schedule.becameReady(item, bytes: bytes, isVisible: isVisible)
    model.becameReady(item, bytes: bytes, isVisible: isVisible)
  }

  private mutating func end(_ item: Int) {
    schedule.ended(item)
    model.ended(item)
  }

  private mutating func show() {
    for item in model.visibleItems(position) {
      schedule.shown(item)
      model.shown(item)
    }
  }

  private mutating func move() {
    let layout = position.layout
    var next = ScrollPosition.random(using: &random)
    next.layout = layout
    next.viewport = next.viewport.clamped(to: layout)
    position = next
  }

  /// Compares the starts and all other values with the model's.
  private mutating func look() -> String? {
    let before = model.underWay
    let waiting = model.waiting
    let starts = schedule.takeStarts(at: position, now: now, headStart: headStart)
    let expected = model.takeStarts(at: position, now: now, headStart: headStart)
    let items = starts.map(\.item)
    if items != expected { return "\(items) start, and not \(expected)" }
    if !before.isDisjoint(with: items) || !waiting.isSuperset(of: items) {
      return "\(items) start, though not all of them waited"
    }
    if schedule.budget.heldBytes != model.heldBytes { return "\(schedule.budget) is held" }
    let visible = Set(model.visibleItems(position))
    if starts.contains(where: { $0.isVisible != visible.contains($0.item) }) {
      return "\(starts) are not visible, or they are"
    }
    if schedule.countToCome(among: 0..<9) != model.countToCome(among: 0..<9) {
      return "\(schedule.countToCome(among: 0..<9)) of the first nine are to come"
    }
    let ahead = starts.filter { !$0.isVisible }.map(\.timeToVisible)
    if ahead != ahead.sorted() { return "\(starts) are not in their order" }
    let slots = model.slots(at: position)
    if !ahead.isEmpty, model.underWay.count > slots { return "more than the slots" }
    return lookAgain()
  }

  /// An item that only has to wait needs an instant to look again.
  private func lookAgain() -> String? {
    if let look = schedule.nextLook {
      return look > now ? nil : "looks at \(look), which is now or was before \(now)"
    }
    var later = schedule
    let starts = later.takeStarts(at: position, now: now + .seconds(60), headStart: headStart)
    return starts.isEmpty ? nil : "\(starts) would start later, and nobody looks"
  }

  /// Rests, lets everything end, and asks when the schedule wants it, no more often.
  ///
  /// - Returns: the fault in the end; nil for none.
  mutating func runDry() -> String? {
    position.motion.speed = 0
    var looks = 0
    while looks < 2_000 {
      looks += 1
      if let complaint = look() { return complaint }
      if let item = model.underWay.min() {
        finish(item)
      } else if let look = schedule.nextLook {
        now = look
      } else {
        break
      }
    }
    return model.waiting.isEmpty ? nil : "\(model.waiting) never start"
  }
}
