import Prefetching
import SourceItems
import TestSupport
import Testing

@testable import ServerSources

/// The order of items on pages as their dates turn out.
@Suite struct DatedOrderTests {
  /// A page of a folder with pictures of these dates, in the order of their names.
  private func page(_ dates: [Int], isReversed: Bool = false) -> PageContent {
    var content = PageContent()
    let keys = dates.enumerated().map { DatedOrder.Key(value: $1, rank: $0) }
    for key in keys.sorted(by: { isReversed ? $1 < $0 : $0 < $1 }) {
      content.add("http://host/\(key.rank).jpg")
      content.keys.append(key)
    }
    return content
  }

  @Test(arguments: [(false, [1, 2, 0]), (true, [1, 0, 2])])
  func `a date that turns out to be another moves its item`(isReversed: Bool, numbers: [Int]) {
    var order = DatedOrder(isReversed: isReversed)
    order.add(page([1, 2, 3], isReversed: isReversed))
    #expect(order.show(3) == nil && order.shown == nil)
    order.correct(0, to: isReversed ? 3 : 1)
    #expect(!order.hasCorrections, "it is known")
    order.correct(0, to: isReversed ? 1 : 9)
    #expect(order.hasCorrections)
    let changes = order.show(3)
    #expect(order.shown?.numbers.map(Int.init) == numbers)
    #expect(changes?.moved == [0: numbers.firstIndex(of: 0) ?? -1])
    #expect(order.show(3)?.isEmpty == true)
  }

  @Test func `items of a manifest stay, and so does what is not shown`() {
    var (order, manifest) = (DatedOrder(isReversed: false), PageContent())
    for name in ["b", "a"] { manifest.add("http://host/\(name).jpg") }
    order.add(manifest)
    order.add(page([5, 6]))
    _ = order.show(3)
    for number in [-1, 0, 1, 3, 4, 1 << 43] {
      order.correct(number, to: 9)
      #expect(!order.hasCorrections, "\(number)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `items are sorted on their pages whatever is shown and corrected`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let isReversed = Bool.random(using: &random)
    var order = DatedOrder(isReversed: isReversed)
    var items: [(page: Int, key: DatedOrder.Key)] = []
    for number in 0..<4 {
      let dates = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Int.random(in: 0...5, using: &random)
      }
      let page = page(dates, isReversed: isReversed)
      order.add(page)
      items += page.keys.map { (number, $0) }
    }
    var count = 0
    for _ in 0..<40 where count < items.count || Bool.random(using: &random) {
      let former = order.shown?.numbers ?? (0..<UInt32(count)).map { $0 }
      for _ in 0..<Int.random(in: 0...3, using: &random) where count > 0 {
        let (number, date) = (
          Int.random(in: 0..<count, using: &random), Int.random(in: 0...5, using: &random)
        )
        order.correct(number, to: date)
        items[number].key.value = date
      }
      count = Int.random(in: count...items.count, using: &random)
      let changes = order.show(count)
      let expected = (0..<count).sorted { left, right in
        let (one, other) = (items[left], items[right])
        if one.page != other.page { return one.page < other.page }
        return isReversed ? other.key < one.key : one.key < other.key
      }
      guard let changes, let shown = order.shown else {
        #expect(expected == Array(0..<count))
        continue
      }
      #expect(shown.numbers.map(Int.init) == expected)
      for (place, number) in former.enumerated() {
        #expect(changes.place(of: place) == shown.place(of: Int(number)))
      }
      #expect(changes.inserted.ranges.reduce(0) { $0 + $1.count } == count - former.count)
    }
  }
}
