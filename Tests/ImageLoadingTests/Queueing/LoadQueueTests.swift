import TestSupport
import Testing

@testable import ImageLoading

@Suite struct LoadQueueTests {
  private func queue(total: Int = 4, perHost: Int = 4) -> LoadQueue<String> {
    LoadQueue(limits: .init(total: total, perHost: perHost))
  }

  @Test func `the most urgent starts first, the earlier among equals`() {
    var queue = queue(total: 1)
    queue.enqueue("a", host: "h", priority: .normal)
    queue.enqueue("b", host: "h", priority: .high)
    queue.enqueue("c", host: "h", priority: .high)
    #expect(queue.finishAll() == ["b", "c", "a"])
  }

  @Test func `no more start than there are slots`() {
    var queue = queue(total: 3)
    for id in ["a", "b", "c", "d"] { queue.enqueue(id, host: "h", priority: .normal) }
    #expect(queue.startAll() == ["a", "b", "c"])
    queue.remove("b")
    #expect(queue.startAll() == ["d"])
    #expect(queue.runningCount == 3)
  }

  @Test func `a host at its limit lets others pass`() {
    var queue = queue(total: 4, perHost: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, host: "slow", priority: .high) }
    queue.enqueue("d", host: "other", priority: .normal)
    #expect(queue.startAll() == ["a", "b", "d"])
    queue.remove("d")
    #expect(queue.startAll() == [])
    queue.remove("a")
    #expect(queue.startAll() == ["c"])
  }

  @Test func `speculation leaves a slot free`() {
    var queue = queue(total: 3)
    for id in ["a", "b", "c"] { queue.enqueue(id, host: "h", priority: .low) }
    #expect(queue.startAll() == ["a", "b"])
    queue.enqueue("visible", host: "h", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }

  @Test func `speculation leaves a slot of its host free`() {
    var queue = queue(total: 8, perHost: 2)
    for id in ["a", "b"] { queue.enqueue(id, host: "h", priority: .low) }
    #expect(queue.startAll() == ["a"])
    queue.enqueue("visible", host: "h", priority: .normal)
    #expect(queue.startAll() == ["visible"])
  }

  @Test func `no speculation starts while a visible picture waits`() {
    var queue = queue(total: 4, perHost: 2)
    for id in ["a", "b", "c"] { queue.enqueue(id, host: "h", priority: .normal) }
    queue.enqueue("ahead", host: "other", priority: .low)
    #expect(queue.startAll() == ["a", "b"])
    queue.remove("a")
    #expect(queue.startAll() == ["c", "ahead"])
  }

  @Test func `a single slot is lent to speculation`() {
    var queue = queue(total: 1)
    queue.enqueue("ahead", host: "h", priority: .low)
    #expect(queue.startAll() == ["ahead"])
  }

  @Test func `a running speculation that becomes visible frees room for another`() {
    var queue = queue(total: 3)
    for id in ["a", "b", "c"] { queue.enqueue(id, host: "h", priority: .low) }
    #expect(queue.startAll() == ["a", "b"])
    queue.setPriority(.normal, of: "a")
    #expect(queue.startAll() == ["c"])
  }

  @Test func `a raised load overtakes, and keeps its place among its new equals`() {
    var queue = queue(total: 1)
    for id in ["a", "b", "c"] { queue.enqueue(id, host: "h", priority: .low) }
    queue.enqueue("d", host: "h", priority: .normal)
    queue.setPriority(.normal, of: "b")
    #expect(queue.finishAll() == ["b", "d", "a", "c"])
  }

  @Test func `a removed load never starts, and one that is known does not wait twice`() {
    var queue = queue(total: 1)
    queue.enqueue("a", host: "h", priority: .normal)
    queue.enqueue("b", host: "h", priority: .normal)
    queue.enqueue("b", host: "h", priority: .high)
    queue.remove("a")
    #expect(queue.finishAll() == ["b"])
    #expect(queue.waitingCount == 0 && queue.runningCount == 0)
  }

  @Test(arguments: 1...8) func `a random walk agrees with a plain list`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let limits = LoadQueue<Int>.Limits(
      total: Int.random(in: 1...6, using: &random), perHost: Int.random(in: 1...4, using: &random))
    var queue = LoadQueue<Int>(limits: limits)
    var model = LoadQueueModel(limits: limits)
    for _ in 0..<4_000 {
      let id = Int.random(in: 0..<40, using: &random)
      let priority = try #require(ImagePriority.allCases.randomElement(using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        queue.enqueue(id, host: "host \(id % 3)", priority: priority)
        model.enqueue(id, host: "host \(id % 3)", priority: priority)
      case 2:
        queue.setPriority(priority, of: id)
        model.setPriority(priority, of: id)
      case 3:
        queue.remove(id)
        model.remove(id)
      default:
        #expect(queue.next() == model.next())
      }
      #expect(queue.waitingCount == model.waitingCount)
      #expect(queue.runningCount == model.runningCount)
    }
  }
}

extension LoadQueue {
  /// Starts whatever may start.
  fileprivate mutating func startAll() -> [ID] {
    var started: [ID] = []
    while let id = next() { started.append(id) }
    return started
  }

  /// Starts one after the other, each as soon as the last has ended.
  fileprivate mutating func finishAll() -> [ID] {
    var started: [ID] = []
    while let id = next() {
      started.append(id)
      remove(id)
    }
    return started
  }
}
