import Testing

@testable import Prefetching

@Suite struct ScrollMotionTests {
  private func motion(_ movements: (milliseconds: Int, distance: Int)...) -> ScrollMotion {
    var motion = ScrollMotion(stride: movements.last?.distance ?? 0)
    motion.movements = movements.map {
      .init(at: .milliseconds($0.milliseconds), distance: $0.distance)
    }
    motion.rest = .milliseconds(30)
    return motion
  }

  @Test func `the farthest is that of the best moment, not of the last`() {
    let motion = motion((0, 8), (100, 24), (150, 24), (900, 8))
    #expect(motion.farthest(within: .zero) == 24)
    #expect(motion.farthest(within: .milliseconds(49)) == 24)
    #expect(motion.farthest(within: .milliseconds(50)) == 48)
    #expect(motion.farthest(within: .milliseconds(150)) == 56)
    #expect(motion.farthest(within: .seconds(1)) == 64)
  }

  @Test func `the farthest is the last movement at least`() {
    #expect(ScrollMotion(stride: 13).farthest(within: .seconds(1)) == 13)
    #expect(motion((0, 8)).farthest(within: .seconds(-1)) == 8)
  }

  @Test func `great distances add up to the greatest number`() {
    #expect(motion((0, .max), (1, .max)).farthest(within: .seconds(1)) == .max)
  }
}
