import ImageRequests
import Testing

@testable import LoadPlanning

@Suite struct AbandonmentTests {
  /// A queue in which "a" runs, on a host that takes 100 ms to answer.
  private func running(
    _ priority: ImagePriority = .normal, total: Int = 4
  ) -> LoadQueue<String> {
    var queue = LoadQueue<String>(total: total)
    queue.enqueue("a", priority: priority)
    #expect(queue.startAll() == ["a"])
    queue.recordFirstByte(after: .milliseconds(100), from: "h")
    return queue
  }

  @Test func `a start and stop within one turn costs nothing`() {
    var queue = LoadQueue<String>()
    queue.enqueue("a", priority: .normal)
    #expect(queue.abandon("a") == .forgotten)
    #expect(queue.startAll() == [])
    #expect(queue.waitingCount == 0 && queue.runningCount == 0)
  }

  @Test func `abandoning a load that waits frees its place at once`() {
    var queue = running(total: 1)
    for id in ["b", "c"] { queue.enqueue(id, priority: .normal) }
    #expect(queue.abandon("b", .remaining(.zero)) == .forgotten)
    #expect(queue.waitingCount == 1)
    queue.remove("a")
    #expect(queue.startAll() == ["c"])
  }

  @Test func `a running load is stopped, and its slot is free at once`() {
    var queue = running(total: 1)
    queue.enqueue("b", priority: .normal)
    #expect(queue.abandon("a", .remaining(.milliseconds(100))) == .cancel)
    #expect(queue.startAll() == ["b"])
    #expect(queue.abandon("a", .remaining(.zero)) == .forgotten)
  }

  @Test func `a load that is nearly done keeps its slot until it ends`() {
    var queue = running(total: 1)
    queue.enqueue("b", priority: .normal)
    #expect(queue.abandon("a", .remaining(.milliseconds(99))) == .finish)
    #expect(queue.startAll() == [])
    queue.remove("a")
    #expect(queue.startAll() == ["b"])
  }

  @Test func `a finishing load is speculation until it is wanted again`() {
    var queue = running(total: 2)
    #expect(queue.abandon("a", .remaining(.zero)) == .finish)
    queue.enqueue("ahead", priority: .low)
    #expect(queue.startAll() == [])
    queue.setPriority(.normal, of: "a")
    #expect(queue.startAll() == ["ahead"])
  }

  @Test func `finishing loads leave a slot of their host free`() {
    var queue = LoadQueue<String>(total: 9, perHost: 2)
    queue.recordFirstByte(after: .milliseconds(100), from: "h")
    for id in ["a", "b"] { queue.enqueue(id, priority: .normal) }
    queue.enqueue("elsewhere", host: "other", priority: .normal)
    #expect(queue.startAll().count == 3)
    #expect(queue.abandon("a", .remaining(.zero)) == .finish)
    #expect(queue.abandon("b", .remaining(.zero)) == .cancel)
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }

  @Test func `finishing loads leave a slot to pictures on screen`() {
    var queue = running(total: 2)
    queue.enqueue("b", priority: .normal)
    #expect(queue.startAll() == ["b"])
    #expect(queue.abandon("a", .remaining(.zero)) == .finish)
    #expect(queue.abandon("b", .remaining(.zero)) == .cancel)
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }

  @Test func `nothing finishes whose remaining time or whose host is not known`() {
    var queue = running()
    #expect(queue.abandon("a") == .cancel)
    queue.enqueue("b", host: "new", priority: .low)
    #expect(queue.startAll() == ["b"])
    #expect(queue.abandon("b", .remaining(.zero)) == .cancel)
  }

  @Test func `the time to the first byte is a moving average of its host`() {
    var queue = running()
    for _ in 0..<20 { queue.recordFirstByte(after: .milliseconds(20), from: "h") }
    queue.recordFirstByte(after: .seconds(9), from: "other")
    #expect(queue.abandon("a", .remaining(.milliseconds(50))) == .cancel)
  }
}

extension TransferStanding {
  /// Half of the body is here, and the other half takes this long at the rate so far.
  static func remaining(_ time: Duration) -> TransferStanding {
    TransferStanding(elapsed: time, firstByte: .zero, share: 0.5)
  }
}
