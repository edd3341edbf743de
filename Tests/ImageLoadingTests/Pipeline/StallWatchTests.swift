import Testing

@testable import ImageLoading

@Suite struct StallWatchTests {
  @Test func `a transfer is taken once, from its time on`() {
    var watch = StallWatch()
    watch.add(1, at: .seconds(2))
    watch.add(1, at: .seconds(9))
    #expect(watch.next == .seconds(2))
    #expect(watch.take(at: .seconds(1)) { _ in .seconds(2) } == nil)
    #expect(watch.take(at: .seconds(2)) { _ in .seconds(2) } == 1)
    #expect(watch.take(at: .seconds(3)) { _ in .seconds(2) } == nil && watch.next == nil)
  }

  @Test func `a transfer that has gone on meanwhile is watched on`() {
    var watch = StallWatch()
    watch.add(1, at: .seconds(2))
    #expect(watch.take(at: .seconds(2)) { _ in .seconds(5) } == nil)
    #expect(watch.next == .seconds(5))
  }

  @Test func `a transfer that has ended or never stalls is not`() {
    var watch = StallWatch()
    for id in 1...2 as ClosedRange<LoadID> { watch.add(id, at: .seconds(2)) }
    watch.remove(1)
    #expect(watch.take(at: .seconds(2)) { _ in nil } == nil && watch.next == nil)
  }
}
