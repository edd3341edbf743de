import TestSupport
import Testing

@testable import Prefetching

/// 100,000 random steps, each compared with a model of plain sets.
@Suite struct TrackerWalkTests {
  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...10)
  func `the tracker does what the set model does`(seed: UInt64) {
    var walk = Walk(seed: seed)
    for step in 1...10_000 {
      guard let complaint = walk.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}

/// A tracker and its model, led through the same random steps.
private struct Walk {
  private var random: SeededRandom
  private var tracker = ViewportTracker()
  private var model = NaiveTracker(policy: StaticPolicy())
  private var viewport = Viewport(offset: 0, length: 5)
  private var jump: Viewport?
  private var layout = LineLayout(itemCount: 30, itemsPerLine: 1, lineLength: 2)
  /// The items under way by the lists alone.
  private var givenOut: Set<Int> = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// The fault after one more step; nil for none.
  mutating func step() -> String? {
    let (action, isReload, change, expected) = perform()
    if Set(change.cancel) != expected.cancel || Set(change.load) != expected.load
      || Set(change.prefetch) != expected.prefetch
    {
      return "\(action) gave \(change), the model \(expected)"
    }
    let all = change.cancel + change.load + change.prefetch
    if Set(all).count != all.count { return "\(action) lists an item twice: \(change)" }
    if !givenOut.isSuperset(of: change.cancel) { return "\(action) cancels what was not given out" }
    if !isReload, !givenOut.isDisjoint(with: change.prefetch) {
      return "\(action) prefetches what is given out already"
    }
    givenOut.subtract(change.cancel)
    givenOut.formUnion(change.load)
    givenOut.formUnion(change.prefetch)
    if givenOut != model.visible.union(model.ahead) {
      return "after \(action), given out is not what is visible, in the window or in the landing"
    }
    if !model.ahead.subtracting(model.visible).isSuperset(of: tracker.announced.ranges.joined()) {
      return "after \(action), a visible or cancelled item counts as announced"
    }
    if change.load != change.load.sorted() || change.cancel != change.cancel.sorted() {
      return "\(action) loads or cancels out of order"
    }
    return isNearestFirst(change.prefetch) ? nil : "\(action) prefetches out of order: \(change)"
  }

  private mutating func perform() -> (String, Bool, TrackerChange, NaiveTracker.Change) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4:
      let isOn = Bool.random(using: &random)
      return (
        "enabled = \(isOn)", false, tracker.setPrefetchingEnabled(isOn),
        model.setPrefetchingEnabled(isOn)
      )
    case 4..<7:
      let policy = somePolicy()
      return ("policy \(policy)", false, tracker.setPolicy(policy), model.setPolicy(policy))
    case 7..<11:
      let items = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        Int.random(in: -2...45, using: &random)
      }
      return ("reload \(items)", true, tracker.reload(items), model.reload(items))
    case 11..<13:
      return ("stop", false, tracker.stopAll(), model.stopAll())
    default:
      move()
      return (
        "\(viewport) over \(layout), then \(String(describing: jump))", false,
        tracker.update(viewport, in: layout, expectedJump: jump),
        model.update(viewport, in: layout, expectedJump: jump)
      )
    }
  }

  private mutating func move() {
    if Int.random(in: 0..<4, using: &random) == 0 {
      let offset = Int.random(in: -8...layout.contentLength + 8, using: &random)
      jump = Bool.random(using: &random) ? nil : Viewport(offset: offset, length: viewport.length)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<6: viewport.length = Int.random(in: 0...9, using: &random)
    case 6..<12: relayOut(itemCount: Int.random(in: 0...40, using: &random))
    case 12..<18:
      relayOut(itemCount: layout.itemCount + Int.random(in: -3...3, using: &random))
    case 18..<22:
      layout = LineLayout(
        itemCount: layout.itemCount, itemsPerLine: Int.random(in: 1...4, using: &random),
        lineLength: Int.random(in: 1...4, using: &random))
    case 22..<30: viewport.offset = Int.random(in: -8...layout.contentLength + 8, using: &random)
    default: viewport.offset += Int.random(in: -3...3, using: &random)
    }
    if Int.random(in: 0..<3, using: &random) > 0 { viewport = viewport.clamped(to: layout) }
  }

  private mutating func relayOut(itemCount: Int) {
    layout = LineLayout(
      itemCount: itemCount, itemsPerLine: layout.itemsPerLine, lineLength: layout.lineLength)
  }

  private mutating func somePolicy() -> any PrefetchPolicy {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: OffPolicy()
    case 1:
      StaticPolicy(
        ratio: Double.random(in: 0...3, using: &random),
        threshold: Double.random(in: 0...1.5, using: &random))
    case 2: Around(margin: Int.random(in: 0...6, using: &random))
    default: StaticPolicy()
    }
  }

  private func isNearestFirst(_ prefetch: [Int]) -> Bool {
    guard let first = model.visible.min(), let last = model.visible.max() else { return true }
    let after = prefetch.filter { $0 > last }.sorted()
    let before = prefetch.filter { $0 < first }.sorted(by: >)
    return prefetch == (model.direction == .forward ? after + before : before + after)
  }
}

/// A policy that keeps its window over changes of every kind.
///
/// It decides only at even offsets, both sides alike.
private struct Around: PrefetchPolicy {
  let name = "around"
  let margin: Int

  func window(for position: ScrollPosition) -> Range<Int>? {
    let shown = position.viewport.range
    guard shown.lowerBound.isMultiple(of: 2) else { return nil }
    return shown.lowerBound - margin..<shown.upperBound + margin
  }
}
