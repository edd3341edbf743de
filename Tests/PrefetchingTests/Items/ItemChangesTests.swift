import TestSupport
import Testing

@testable import Prefetching

@Suite struct ItemChangesTests {
  @Test func `no change leaves every item at its place`() {
    let changes = ItemChanges()
    #expect(changes.isEmpty)
    #expect([0, 7, .max - 1].map(changes.place) == [0, 7, .max - 1])
  }

  @Test func `items behind an insertion move on, and behind a removal up`() {
    let changes = ItemChanges(removed: RangeSet(4..<6), inserted: RangeSet([0..<1, 7..<10]))
    #expect((0..<9).map(changes.place) == [1, 2, 3, 4, nil, nil, 5, 6, 10])
  }

  @Test func `a moved item goes to its new place, and its neighbors close the gap`() {
    let changes = ItemChanges(moved: [0: 3])
    #expect((0..<5).map(changes.place) == [3, 0, 1, 2, 4])
  }

  @Test func `everything may go, and all may be new`() {
    let changes = ItemChanges(removed: RangeSet(0..<3), inserted: RangeSet(0..<2))
    #expect((0..<4).map(changes.place) == [nil, nil, nil, 2])
  }

  @Test(arguments: UInt64(1)...20)
  func `after random edits every item is where it is found`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var edits = ItemEdits(count: 40)
    for _ in 1...100 {
      let former = edits.items
      let changes = edits.edit(using: &random).changes
      let expected = former.map { edits.items.firstIndex(of: $0) }
      #expect(former.indices.map(changes.place) == expected)
      let some = RangeSet(
        former.indices.filter { _ in Bool.random(using: &random) }.map { $0..<$0 + 1 })
      let moved = RangeSet(
        former.indices.filter(some.contains).compactMap { expected[$0] }.map { $0..<$0 + 1 })
      #expect(changes.places(of: some) == moved)
    }
  }
}
