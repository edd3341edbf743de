import ImageRequests
import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct LoadQueueWalkTests {
  @Test(arguments: 1...12) func `a random walk agrees with a plain list`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var queue = LoadQueue<Int>(limits: Self.limits(&random))
    var model = LoadQueueModel(limits: queue.limits)
    for _ in 0..<4_000 {
      let id = Int.random(in: 0..<40, using: &random)
      let host = "host \(id % 3)"
      let priority = try #require(ImagePriority.allCases.randomElement(using: &random))
      let time = Duration.seconds(Int.random(in: 0..<6, using: &random))
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<14:
        queue.enqueue(id, host: host, priority: priority, visibleAt: time)
        model.enqueue(id, host: host, priority: priority, visibleAt: time)
      case 14..<18:
        queue.setPriority(priority, of: id)
        model.setPriority(priority, of: id)
      case 18..<21:
        queue.setVisibleAt(time, of: id)
        model.setVisibleAt(time, of: id)
      case 21..<24:
        queue.remove(id)
        model.remove(id)
      case 24..<27:
        let standing = TransferStanding.random(&random)
        #expect(
          queue.abandon(id, standing) == model.abandon(id, standing))
      case 27:
        queue.recordFirstByte(after: time, from: host)
        model.recordFirstByte(after: time, from: host)
      case 28, 29:
        queue.limits = Self.limits(&random)
        model.limits = queue.limits
      case 30:
        queue.isSuspended.toggle()
        model.isSuspended.toggle()
      case 31:
        let held = Int.random(in: 0...Self.bytesInHand, using: &random)
        let isSpeculative = Bool.random(using: &random)
        queue.bodies.held = isSpeculative ? .speculative(held) : .onScreen(held)
        model.held = queue.bodies.held
      case 33:
        let received = Int.random(in: 0...3, using: &random)
        queue.recordReceived(received, expecting: nil, of: id)
        model.note(received: received, id)
      case 32:
        let isMultiplexed = Bool.random(using: &random)
        queue.recordMultiplexing(isMultiplexed, from: host)
        model.recordMultiplexing(isMultiplexed, from: host)
      default:
        #expect(queue.next() == model.next())
      }
      #expect(queue.waitingCount == model.waitingCount)
      #expect(queue.runningCount == model.runningCount)
    }
  }

  @Test func `any number of hosts come and go`() {
    var queue = LoadQueue<Int>(limits: .init(total: 2, perHost: 2))
    for number in 0..<3_000 {
      queue.enqueue(number, host: "host \(number)", priority: .normal, visibleAt: .zero)
      queue.recordFirstByte(after: .seconds(1), from: "other \(number)")
      if number % 3 == 0 { #expect(queue.abandon(number) == .forgotten) }
    }
    var started: [Int] = []
    while let id = queue.next() {
      started.append(id)
      queue.remove(id)
    }
    #expect(started == (0..<3_000).filter { $0 % 3 != 0 })
  }

  private static let bytesInHand = 9

  private static func limits(_ random: inout SeededRandom) -> LoadQueue<Int>.Limits {
    var limits = LoadQueue<Int>.Limits(
      total: Int.random(in: 1...6, using: &random), perHost: Int.random(in: 1...4, using: &random),
      speculation: Bool.random(using: &random) ? Int.random(in: 0...5, using: &random) : nil)
    limits.bytesInHand = bytesInHand
    limits.streamsPerHost = Int.random(in: 1...9, using: &random)
    return limits
  }
}
