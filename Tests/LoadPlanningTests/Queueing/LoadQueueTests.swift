import ImageRequests
import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct LoadQueueTests {
  @Test func `the most urgent starts first, in order within a priority`() {
    var queue = LoadQueue<String>(total: 1)
    queue.enqueue("a", priority: .normal)
    queue.enqueue("b", priority: .high)
    queue.enqueue("c", priority: .high)
    #expect(queue.finishAll() == ["b", "c", "a"])
  }

  @Test func `no more start than there are slots`() {
    var queue = LoadQueue<String>(total: 3)
    for id in ["a", "b", "c", "d"] { queue.enqueue(id, priority: .normal) }
    #expect(queue.startAll() == ["a", "b", "c"])
    queue.remove("b")
    #expect(queue.startAll() == ["d"])
    #expect(queue.runningCount == 3)
  }

  @Test func `a host at its limit lets others pass`() {
    var queue = LoadQueue<String>(total: 4, perHost: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, host: "slow", priority: .high) }
    queue.enqueue("d", host: "other", priority: .normal)
    #expect(queue.startAll() == ["a", "b", "d"])
    queue.remove("d")
    #expect(queue.startAll() == [])
    queue.remove("a")
    #expect(queue.startAll() == ["c"])
  }

  @Test func `speculation leaves a slot free`() {
    var queue = LoadQueue<String>(total: 3)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .low) }
    #expect(queue.startAll() == ["a", "b"])
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }

  @Test func `speculation leaves a slot of its host free`() {
    var queue = LoadQueue<String>(total: 8, perHost: 2)
    for id in ["a", "b"] { queue.enqueue(id, priority: .low) }
    #expect(queue.startAll() == ["a"])
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }

  @Test func `no speculation starts while a visible picture waits`() {
    var queue = LoadQueue<String>(total: 4, perHost: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .normal) }
    queue.enqueue("ahead", host: "other", priority: .low)
    #expect(queue.startAll() == ["a", "b"])
    queue.remove("a")
    #expect(queue.startAll() == ["c", "ahead"])
  }

  @Test func `speculation has no more slots than it is given`() {
    var queue = LoadQueue<String>(total: 6, speculation: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .low) }
    #expect(queue.startAll() == ["a", "b"])
    queue.limits.speculation = 0
    queue.remove("a")
    queue.remove("b")
    #expect(queue.startAll() == [])
    queue.limits.speculation = nil
    #expect(queue.startAll() == ["c"])
  }

  @Test func `a connection of many streams has room for all that is on screen`() {
    var queue = LoadQueue<String>(total: 3, perHost: 2)
    queue.limits.streamsPerHost = 5
    for id in ["a", "b", "c", "d", "e", "f"] { queue.enqueue(id, priority: .normal) }
    #expect(queue.startAll() == ["a", "b"])
    queue.recordMultiplexing(true, from: "h")
    #expect(queue.startAll() == ["c", "d", "e"])
    queue.enqueue("other", host: "other", priority: .normal)
    #expect(queue.startAll() == ["other"])
    queue.remove("a")
    #expect(queue.startAll() == ["f"])
  }

  @Test func `speculation has up to sixteen streams, and leaves one`() {
    var queue = LoadQueue<String>(total: 4, perHost: 2)
    queue.recordMultiplexing(true, from: "h")
    for number in 1...20 { queue.enqueue("\(number)", priority: .low) }
    #expect(queue.startAll() == (1...15).map { "\($0)" })
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
    queue.remove("1")
    #expect(queue.startAll() == ["16"])
    queue.enqueue("other", host: "other", priority: .normal)
    #expect(queue.startAll() == ["other"])
  }

  @Test func `speculation has no streams where it is limited, only slots`() {
    var queue = LoadQueue<String>(total: 4, perHost: 2, speculation: 3)
    queue.recordMultiplexing(true, from: "h")
    for number in 1...9 { queue.enqueue("\(number)", priority: .low) }
    #expect(queue.startAll() == ["1"])
  }

  @Test func `while bodies fill two thirds of the memory for them, speculation waits`() {
    var queue = LoadQueue<String>(bytesInHand: 30)
    queue.bodies.held = .onScreen(20)
    queue.enqueue("ahead", priority: .low)
    queue.enqueue("visible", priority: .normal)
    #expect(queue.startAll() == ["visible"])
    queue.bodies.held = .onScreen(19)
    #expect(queue.startAll() == ["ahead"])
  }

  @Test func `while bodies fill the memory for them, everything waits`() {
    var queue = LoadQueue<String>(bytesInHand: 30)
    queue.bodies.held = .onScreen(30)
    queue.enqueue("urgent", priority: .veryHigh)
    #expect(queue.startAll() == [])
    queue.bodies.held = .onScreen(29)
    #expect(queue.startAll() == ["urgent"])
  }

  @Test func `while speculation fills the memory for bodies, what is on screen has a third`() {
    var queue = LoadQueue<String>(bytesInHand: 30)
    queue.bodies.held = .speculative(30)
    queue.enqueue("ahead", priority: .low)
    #expect(queue.startAll() == [])
    queue.enqueue("a", priority: .normal)
    #expect(queue.next() == "a")
    queue.recordReceived(9, expecting: nil, of: "a")
    queue.enqueue("b", priority: .normal)
    #expect(queue.next() == "b")
    queue.recordReceived(1, expecting: nil, of: "b")
    queue.enqueue("c", priority: .normal)
    #expect(queue.next() == nil)
    queue.setPriority(.low, of: "b")
    #expect(queue.next() == "c")
  }

  @Test func `a running load counts with its body, until it has ended`() {
    var queue = LoadQueue<String>(bytesInHand: 30)
    queue.enqueue("a", priority: .normal)
    #expect(queue.startAll() == ["a"])
    queue.recordReceived(30, expecting: nil, of: "a")
    queue.enqueue("b", priority: .normal)
    #expect(queue.startAll() == [])
    queue.remove("a")
    #expect(queue.startAll() == ["b"])
  }

  @Test func `a single slot is lent to speculation`() {
    var queue = LoadQueue<String>(total: 1)
    queue.enqueue("ahead", priority: .low)
    #expect(queue.startAll() == ["ahead"])
  }

  @Test func `a running speculation that becomes visible frees room for another`() {
    var queue = LoadQueue<String>(total: 3)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .low) }
    #expect(queue.startAll() == ["a", "b"])
    queue.setPriority(.normal, of: "a")
    #expect(queue.startAll() == ["c"])
  }

  @Test func `a raised load overtakes, and keeps its place among its new equals`() {
    var queue = LoadQueue<String>(total: 1)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .low) }
    queue.enqueue("d", priority: .normal)
    queue.setPriority(.normal, of: "b")
    #expect(queue.finishAll() == ["b", "d", "a", "c"])
  }

  @Test func `within a priority, the load that is on screen sooner starts first`() {
    var queue = LoadQueue<String>(total: 1)
    queue.enqueue("in 3 s", priority: .low, visibleAt: .seconds(3))
    queue.enqueue("in 1 s", host: "other", priority: .low, visibleAt: .seconds(1))
    queue.enqueue("in 2 s", priority: .low, visibleAt: .seconds(2))
    queue.enqueue("on screen", priority: .normal, visibleAt: .seconds(9))
    #expect(queue.finishAll() == ["on screen", "in 1 s", "in 2 s", "in 3 s"])
  }

  @Test func `after a turn-around, what lies ahead now starts first`() {
    var queue = LoadQueue<String>(total: 1)
    for (id, time) in [("a", 1), ("b", 2), ("c", 3)] {
      queue.enqueue(id, priority: .low, visibleAt: .seconds(time))
    }
    queue.setVisibleAt(.seconds(1), of: "c")
    queue.setVisibleAt(.seconds(3), of: "a")
    queue.setVisibleAt(.seconds(0), of: "unknown")
    #expect(queue.finishAll() == ["c", "b", "a"])
  }

  @Test func `a normal request that joins a low one lifts the queued transfer`() {
    var queue = LoadQueue<String>(total: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, priority: .low) }
    #expect(queue.startAll() == ["a"])
    queue.setPriority(.normal, of: "c")
    #expect(queue.startAll() == ["c"])
  }

  @Test func `a removed load never starts, and one that is known does not wait twice`() {
    var queue = LoadQueue<String>(total: 1)
    queue.enqueue("a", priority: .normal)
    queue.enqueue("b", priority: .normal)
    queue.enqueue("b", priority: .high)
    queue.remove("a")
    #expect(queue.finishAll() == ["b"])
    #expect(queue.waitingCount == 0 && queue.runningCount == 0)
  }
}
