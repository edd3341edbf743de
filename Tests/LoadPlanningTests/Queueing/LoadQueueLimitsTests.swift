import ImageRequests
import Testing

@testable import LoadPlanning

@Suite struct LoadQueueLimitsTests {
  @Test func `raising a limit starts what waits`() {
    var queue = LoadQueue<String>(total: 1, perHost: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .normal) }
    #expect(queue.startAll() == ["a"])
    queue.limits.total = 4
    #expect(queue.startAll() == ["b"])
    queue.limits.perHost = 3
    #expect(queue.startAll() == ["c"])
  }

  @Test func `lowering a limit lets what runs finish`() {
    var queue = LoadQueue<String>()
    for id in ["a", "b", "c", "d"] { queue.enqueue(id, priority: .normal) }
    #expect(queue.startAll() == ["a", "b", "c", "d"])
    queue.limits.total = 2
    #expect(queue.runningCount == 4)
    queue.enqueue("e", priority: .normal)
    queue.remove("a")
    queue.remove("b")
    #expect(queue.startAll() == [])
    queue.remove("c")
    #expect(queue.startAll() == ["e"])
  }

  @Test func `suspending the queue does not touch what runs`() {
    var queue = LoadQueue<String>()
    queue.enqueue("a", priority: .normal)
    #expect(queue.startAll() == ["a"])
    queue.isSuspended = true
    queue.enqueue("b", priority: .veryHigh)
    #expect(queue.startAll() == [])
    #expect(queue.runningCount == 1)
    queue.remove("a")
    #expect(queue.startAll() == [])
    queue.isSuspended = false
    #expect(queue.startAll() == ["b"])
  }

  @Test(arguments: [0, -3]) func `a limit below one counts as one`(limit: Int) {
    var queue = LoadQueue<String>(total: limit, perHost: limit, speculation: -1)
    queue.enqueue("ahead", priority: .low)
    #expect(queue.startAll() == [])
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }
}
