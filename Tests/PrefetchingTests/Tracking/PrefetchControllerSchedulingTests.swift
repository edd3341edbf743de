import TestSupport
import Testing

@testable import Prefetching

/// The times that the controller learns, and the starts that follow from them.
@Suite struct PrefetchControllerSchedulingTests {
  private var controller = PrefetchController(
    dataSource: Numbers(counts: [1_000]), policy: StaticPolicy())

  private mutating func show(_ offset: Int, at instant: Duration?) -> [Int] {
    controller.viewportDidChange(
      to: Viewport(offset: offset, length: 24),
      layout: LineLayout(itemCount: 1_000, itemsPerLine: 1, lineLength: 8), at: instant)
    return controller.takeStarts().map(\.item)
  }

  private mutating func finish(
    _ item: Int, after milliseconds: Int? = nil, at instant: Duration, from host: String = "a"
  ) {
    let times = milliseconds.map {
      LoadTimes(total: .milliseconds($0), transfer: .milliseconds($0 / 2))
    }
    controller.itemBecameReady(item, bytes: 100, after: times, from: host, at: instant)
  }

  private var conditions: LoadConditions? { controller.tracker.position?.conditions }

  @Test mutating func `pictures on screen have a head start over a link`() {
    #expect(show(0, at: .zero) == [0, 1, 2])
    finish(0, after: 20, at: .milliseconds(20))
    #expect(show(0, at: .milliseconds(20)).isEmpty)
    #expect(controller.nextLook == .milliseconds(500))
  }

  @Test mutating func `pictures on screen have no head start over files`() {
    #expect(show(0, at: .zero) == [0, 1, 2])
    finish(0, at: .milliseconds(5))
    #expect(show(0, at: .milliseconds(5)) == [3, 4, 5])
  }

  @Test mutating func `the items of an expected jump are wanted while it is expected`() {
    controller.setPolicy(AdaptivePolicy())
    controller.expectedJump = Viewport(offset: 800, length: 24)
    _ = show(0, at: .zero)
    #expect(controller.schedule.countToCome(among: 100..<103) == 3)
    #expect(controller.schedule.countToCome(among: 103..<1_000) == 0)
    controller.expectedJump = nil
    _ = show(0, at: .milliseconds(5))
    #expect(controller.schedule.countToCome(among: 100..<103) == 0)
  }

  @Test mutating func `a policy that prefetches nothing prepares no jump`() {
    controller.setPolicy(OffPolicy())
    controller.expectedJump = Viewport(offset: 800, length: 24)
    _ = show(0, at: .zero)
    #expect(controller.schedule.countToCome(among: 100..<103) == 0)
  }

  // MARK: - What it learns

  @Test mutating func `nothing is known before the first load, nor from caches and files`() {
    _ = show(0, at: .zero)
    finish(0, at: .milliseconds(5))
    finish(1, at: .milliseconds(5))
    _ = show(0, at: .milliseconds(9))
    #expect(conditions?.timeToReady == nil && conditions?.slowestTimeToReady == nil)
  }

  @Test mutating func `the time of loads is learned from items that become ready`() {
    _ = show(0, at: .zero)
    for item in 0...2 { finish(item, after: 100, at: .milliseconds(100)) }
    _ = show(0, at: .milliseconds(100))
    #expect(conditions?.timeToReady == .milliseconds(100))
  }

  @Test mutating func `a slow file says nothing about the link`() {
    #expect(show(0, at: .zero) == [0, 1, 2])
    for item in 0...2 { controller.itemIsLocal(item) }
    for item in show(0, at: .seconds(5)) { controller.itemIsLocal(item) }
    #expect(conditions?.timeToReady == nil)
    _ = show(4_000, at: .seconds(9))
    _ = show(4_000, at: .seconds(9))
    #expect(conditions?.timeToReady == nil && conditions?.slowestTimeToReady == nil)
  }

  @Test mutating func `the number of affordable items is learned from the sizes of held ones`()
    throws
  {
    _ = show(0, at: .zero)
    #expect(conditions?.affordableLength == .max)
    controller.itemBecameReady(0, bytes: 1, heldBytes: 1 << 20)
    _ = show(0, at: .zero)
    #expect(conditions?.affordableLength == 64 * 8)
  }

  @Test mutating func `an item that becomes ready after its cancellation is not held forever`() {
    _ = show(0, at: .zero)
    for item in 0...2 { finish(item, at: .zero) }
    #expect(show(0, at: .seconds(1)) == [3, 4, 5])
    _ = show(4_000, at: .seconds(2))
    for item in 3...5 { finish(item, at: .seconds(3)) }
    #expect(controller.schedule.budget.heldBytes == 0)
  }

  @Test mutating func `an item that does not exist is ignored`() {
    _ = show(0, at: .zero)
    for item in [Int.min, -1, 1_000, .max] {
      #expect(controller.reloadItems([item]).isEmpty)
      controller.itemBecameReady(item, bytes: 1)
      controller.itemFailed(item)
      controller.itemNeedsNoLoad(item)
      controller.itemShown(item)
    }
    #expect(controller.schedule.budget.heldBytes == 0)
  }

  // MARK: - When to look again

  @Test mutating func `items ahead are asked for after the head start of visible ones`() throws {
    #expect(show(0, at: .seconds(1)) == [0, 1, 2])
    let look = try #require(controller.nextLook)
    #expect(look > .seconds(1))
    #expect(show(0, at: look) == [3, 4, 5])
    #expect(controller.nextLook == nil, "the rest waits for a load to end")
  }

  @Test mutating func `without a clock there is no instant to look again`() {
    _ = show(0, at: nil)
    #expect(controller.nextLook == nil)
  }

  @Test mutating func `there is no instant to look again if nothing waits`() {
    _ = show(0, at: .seconds(1))
    #expect(controller.nextLook != nil)
    controller.stopAll()
    #expect(controller.takeStarts().isEmpty)
    #expect(controller.nextLook == nil, "a program that has stopped everything sleeps")
    _ = show(0, at: .seconds(2))
    #expect(controller.nextLook != nil)
    controller.setPrefetchingEnabled(false)
    #expect(controller.nextLook == nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...12)
  func `an item that only has to wait has an instant to look again`(
    seed: UInt64
  ) {
    var session = ControllerSession(seed: seed)
    for step in 1...150 {
      let rested = step.isMultiple(of: 15) ? session.afterRest() : nil
      guard let complaint = rested ?? session.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}
