import Testing

@testable import Prefetching

@Suite struct SeenItemsTests {
  @Test func `an item is new once`() {
    var seen = SeenItems()
    let news = [5, 5, 4, -3, 4, .max].map { seen.insert($0) }
    #expect(news == [true, false, true, true, false, false])
  }

  @Test func `neighbors cost nothing, and of too many runs the farthest is forgotten`() {
    var seen = SeenItems()
    for item in 0..<100_000 { _ = seen.insert(item) }
    #expect(seen.runCount == 1)
    for item in 1...5_000 { _ = seen.insert(200_000 + 2 * item) }
    #expect(seen.runCount == SeenItems.mostRuns)
    let news = [210_000, 0].map { seen.insert($0) }
    #expect(news == [false, true])
  }
}
