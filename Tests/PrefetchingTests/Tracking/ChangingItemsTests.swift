import FoundationEssentials
import TestSupport
import Testing

@testable import Prefetching

/// Scrolling over a data source whose items come, go and move.
@Suite struct ChangingItemsTests {
  private let layout = { (count: Int) in
    LineLayout(itemCount: count, itemsPerLine: 1, lineLength: 1)
  }

  @Test func `a load continues at the new place of its item`() {
    var controller = PrefetchController(dataSource: Numbers(counts: [20]), policy: StaticPolicy())
    controller.viewportDidChange(to: Viewport(offset: 0, length: 3), layout: layout(20))
    controller.dataSource.counts = [22]
    let gone = controller.dataSourceDidChange(ItemChanges(inserted: RangeSet(0..<2)))
    #expect(gone.isEmpty)
    let change = controller.viewportDidChange(
      to: Viewport(offset: 2, length: 3), layout: layout(22))
    #expect(change.isEmpty, "all of it was asked for as 0..<6")
  }

  @Test func `an item that is gone is canceled once, by its old number`() {
    var controller = PrefetchController(dataSource: Numbers(counts: [20]), policy: StaticPolicy())
    controller.viewportDidChange(to: Viewport(offset: 0, length: 3), layout: layout(20))
    controller.dataSource.counts = [18]
    let gone = controller.dataSourceDidChange(ItemChanges(removed: RangeSet([1..<2, 4..<5])))
    #expect(gone == TrackerChange(cancel: [1, 4]))
    let change = controller.viewportDidChange(
      to: Viewport(offset: 0, length: 3), layout: layout(18))
    #expect(change == TrackerChange(load: [2], prefetch: [4, 5]))
  }

  @Test func `the prefetching data source hears of an item that is gone by its old index path`() {
    let log = PrefetchLog()
    var controller = PrefetchController(
      dataSource: Numbers(counts: [3, 20]), prefetchDataSource: log, policy: StaticPolicy())
    controller.viewportDidChange(to: Viewport(offset: 0, length: 3), layout: layout(23))
    controller.dataSource.counts = [2, 19]
    _ = controller.dataSourceDidChange(ItemChanges(removed: RangeSet([0..<1, 4..<5])))
    #expect(log.takeCalls().last == .cancel([[1, 1]]))
  }

  @Test func `an offset that moves with what it shows is no scrolling`() {
    var controller = PrefetchController(dataSource: Numbers(counts: [200]))
    for step in 0..<10 {
      controller.viewportDidChange(
        to: Viewport(offset: step, length: 3), layout: layout(200), at: .milliseconds(100 * step))
    }
    let speed = controller.tracker.position?.motion.speed
    controller.dataSource.counts = [300]
    _ = controller.dataSourceDidChange(ItemChanges(inserted: RangeSet(0..<100)))
    controller.viewportDidChange(
      to: Viewport(offset: 109, length: 3), layout: layout(300), at: .milliseconds(901))
    #expect(controller.tracker.position?.motion.speed == speed)
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(0)..<Thoroughness.rounds(short: 4, full: 12))
  func `the lists and the ledger follow each item wherever it goes`(seed: UInt64) {
    var walk = Walk(seed: seed)
    for step in 1...1_500 {
      guard let complaint = walk.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}

/// A controller that knows items by their places, and a model that knows them by their numbers.
private struct Walk {
  private var random: SeededRandom
  private var edits = ItemEdits(count: 60)
  private var controller = PrefetchController(dataSource: Numbers(counts: [60]), slots: 4)
  private var ledger = NaiveLedger(mostKept: PrefetchLedger.mostKept)
  private var offset = 0
  private var now = Duration.zero
  private var givenOut: Set<Int> = []
  private var underWay: Set<Int> = []
  private var shown: Set<Int> = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private var layout: LineLayout {
    LineLayout(itemCount: edits.items.count, itemsPerLine: 2, lineLength: 3)
  }

  /// The fault after one more step; nil for none.
  mutating func step() -> String? {
    now += .milliseconds([1, 40, 900].randomElement(using: &random) ?? 1)
    var complaint: String?
    switch Int.random(in: 0...9, using: &random) {
    case 0...2: complaint = change()
    case 3...5: offset += [3, 3, 9, -3, -9].randomElement(using: &random) ?? 3
    case 6: offset = Int.random(in: 0...layout.contentLength, using: &random)
    default: if let item = underWay.randomElement(using: &random) { end(item) }
    }
    return complaint ?? look()
  }

  private mutating func change() -> String? {
    let former = edits.items
    let (changes, gone) = edits.edit(using: &random)
    controller.dataSource.counts = [edits.items.count]
    let change = controller.dataSourceDidChange(changes)
    let canceled = change.cancel.map { former[$0] }
    if !change.load.isEmpty || !change.prefetch.isEmpty { return "a change asks for \(change)" }
    if Set(canceled) != givenOut.intersection(gone) { return "\(gone) are gone, not \(canceled)" }
    for item in canceled { ledger.cancelled(item) }
    for item in gone { ledger.dropped(item) }
    givenOut.subtract(gone)
    underWay.subtract(gone)
    shown.subtract(gone)
    return nil
  }

  private mutating func end(_ item: Int) {
    underWay.remove(item)
    guard let place = edits.items.firstIndex(of: item) else { return }
    if Int.random(in: 0...5, using: &random) == 0 {
      controller.itemFailed(place)
      ledger.failed(item)
    } else {
      controller.itemBecameReady(place, bytes: 100)
      ledger.ready(item, 100)
    }
  }

  private mutating func look() -> String? {
    let viewport = Viewport(offset: offset, length: 12).clamped(to: layout)
    offset = viewport.offset
    let change = controller.viewportDidChange(to: viewport, layout: layout, at: now)
    let items = edits.items
    for place in change.cancel { ledger.cancelled(items[place]) }
    for place in change.prefetch { ledger.announced(items[place]) }
    if !givenOut.isSuperset(of: change.cancel.map { items[$0] }) { return "cancels \(change)" }
    givenOut.subtract(change.cancel.map { items[$0] })
    underWay.subtract(change.cancel.map { items[$0] })
    givenOut.formUnion((change.load + change.prefetch).map { items[$0] })
    let tracker = controller.tracker
    let wanted = RangeSet(tracker.visible).union(RangeSet(tracker.window)).ranges.joined()
    if givenOut != Set(wanted.map { items[$0] }) { return "given out is not what is wanted" }
    return start() ?? show(tracker.visible)
  }

  private mutating func start() -> String? {
    for start in controller.takeStarts() {
      let item = edits.items[start.item]
      if !underWay.insert(item).inserted { return "\(item) starts twice" }
      if !givenOut.contains(item) { return "\(item) starts and is not wanted" }
      if !start.isVisible {
        controller.itemStarted(start.item)
        ledger.started(item)
      }
    }
    return nil
  }

  private mutating func show(_ visible: Range<Int>) -> String? {
    let former = shown
    shown = Set(visible.map { edits.items[$0] })
    for place in visible where !former.contains(edits.items[place]) {
      controller.itemShown(place)
      ledger.shown(edits.items[place])
    }
    let (counts, expected) = (controller.ledger.counts, ledger.counts)
    return counts == expected ? nil : "the ledger has \(counts), the model \(expected)"
  }
}
