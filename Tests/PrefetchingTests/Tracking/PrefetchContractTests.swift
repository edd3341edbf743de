import FoundationEssentials
import Prefetching
import TestSupport
import Testing

/// Holds UIKit's promises to a prefetch data source, and the ledger's, on random scrolls.
@Suite struct PrefetchContractTests {
  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...4)
  func `an item is announced, then shown or canceled, never twice and never both`(seed: UInt64) {
    var scroll = RandomScroll(seed: seed)
    for step in 1...2_000 {
      guard let complaint = scroll.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
    let counts = scroll.counts
    #expect(min(counts.useful, counts.late, counts.wasted, counts.cancelled) > 0)
  }
}

private struct RandomScroll {
  private var random: SeededRandom
  private let log = PrefetchLog()
  private var controller: PrefetchController<Numbers>
  private var viewport = Viewport(offset: 0, length: 6)
  /// The index paths announced and neither visible nor canceled since.
  private var outstanding: Set<IndexPath> = []

  var counts: PrefetchCounts { controller.ledger.counts }

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    controller = PrefetchController(
      dataSource: Numbers(counts: [7, 0, 20, 1, 12]), prefetchDataSource: log,
      policy: StaticPolicy())
  }

  mutating func step() -> String? {
    let change = perform()
    let visible = controller.tracker.visible.map(controller.indexPath)
    if let complaint = judge(log.takeCalls(), visible: visible) { return complaint }
    outstanding.subtract(visible)
    reportFates(of: change)
    let sum = counts.cancelled + counts.useful + counts.late + counts.wasted + counts.pending
    return counts.announced == sum ? nil : "the ledger does not balance: \(counts)"
  }

  private mutating func perform() -> TrackerChange {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return controller.setPrefetchingEnabled(Bool.random(using: &random))
    case 1: return controller.stopAll()
    case 2: controller.dataSource.counts[4] = Int.random(in: 0...15, using: &random)
    case 3: viewport.length = Int.random(in: 1...9, using: &random)
    case 4: viewport.offset = Int.random(in: 0...80, using: &random)
    default: viewport.offset += Int.random(in: -4...5, using: &random)
    }
    let layout = LineLayout(itemCount: controller.itemCount, itemsPerLine: 2, lineLength: 3)
    viewport = viewport.clamped(to: layout)
    return controller.viewportDidChange(to: viewport, layout: layout)
  }

  private mutating func judge(_ calls: [PrefetchLog.Call], visible: [IndexPath]) -> String? {
    if calls.count > 2 { return "said more than one cancellation and one prefetch: \(calls)" }
    for (place, call) in calls.enumerated() {
      switch call {
      case .cancel(let paths):
        if place > 0 { return "cancelled after announcing" }
        if paths.isEmpty { return "cancelled nothing" }
        if !outstanding.isSuperset(of: paths) {
          return "cancelled what was not announced: \(paths)"
        }
        outstanding.subtract(paths)
      case .prefetch(let paths):
        if paths.isEmpty { return "announced nothing" }
        if !Set(visible).isDisjoint(with: paths) { return "announced what is visible: \(paths)" }
        if !outstanding.isDisjoint(with: paths) { return "announced twice: \(paths)" }
        outstanding.formUnion(paths)
      }
    }
    return nil
  }

  private mutating func reportFates(of change: TrackerChange) {
    for item in controller.tracker.visible where Bool.random(using: &random) {
      controller.itemShown(item)
    }
    for item in controller.tracker.window {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5: controller.itemBecameReady(item, bytes: item)
      case 5: controller.itemFailed(item)
      default: break
      }
    }
  }
}
