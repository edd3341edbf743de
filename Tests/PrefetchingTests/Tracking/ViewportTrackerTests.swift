import Prefetching
import Testing

@Suite struct ViewportTrackerTests {
  @Test func `a list that shrinks under the viewport has not been scrolled back`() {
    var tracker = ViewportTracker()
    _ = tracker.update(
      Viewport(offset: 16, length: 4),
      in: LineLayout(itemCount: 20, itemsPerLine: 1, lineLength: 1))
    let change = tracker.update(
      Viewport(offset: 8, length: 4),
      in: LineLayout(itemCount: 12, itemsPerLine: 1, lineLength: 1))
    #expect(change == TrackerChange(cancel: [16, 17, 18, 19], load: [8, 9, 10, 11]))
  }

  @Test func `a list that grows while it is scrolled back prefetches backwards`() {
    var tracker = ViewportTracker()
    _ = tracker.update(
      Viewport(offset: 8, length: 2),
      in: LineLayout(itemCount: 12, itemsPerLine: 1, lineLength: 1))
    let change = tracker.update(
      Viewport(offset: 6, length: 2),
      in: LineLayout(itemCount: 13, itemsPerLine: 1, lineLength: 1))
    #expect(change == TrackerChange(cancel: [8, 9, 10, 11], load: [6, 7], prefetch: [5, 4]))
  }

  @Test func `an update of ten million items costs only the items that it reports`() {
    var tracker = ViewportTracker()
    let layout = LineLayout(itemCount: 10_000_000, itemsPerLine: 1, lineLength: 8)
    _ = tracker.update(Viewport(offset: 0, length: 24), in: layout)
    let change = tracker.update(Viewport(offset: 79_999_976, length: 24), in: layout)
    #expect(change.cancel == Array(0..<6))
    #expect(change.load == Array(9_999_997..<10_000_000))
    #expect(change.prefetch.isEmpty)
  }

  @Test func `no viewport and no layout traps`() {
    var tracker = ViewportTracker(policy: StaticPolicy(ratio: 1e300, threshold: 0))
    for offset in [Int.min, -1, 0, 1, Int.max - 1, Int.max] {
      for count in [Int.min, 0, 1, 3] {
        for line in [Int.min, 1, Int.max] {
          let change = tracker.update(
            Viewport(offset: offset, length: .max),
            in: LineLayout(itemCount: count, itemsPerLine: .max, lineLength: line))
          #expect(change.load.count <= 3 && change.prefetch.count <= 3)
        }
      }
    }
  }

  @Test func `a change is empty when it asks for nothing`() {
    #expect(TrackerChange().isEmpty)
    #expect(!TrackerChange(cancel: [1]).isEmpty)
    #expect(!TrackerChange(load: [1]).isEmpty)
    #expect(!TrackerChange(prefetch: [1]).isEmpty)
  }
}
