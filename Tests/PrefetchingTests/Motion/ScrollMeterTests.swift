import Testing

@testable import Prefetching

/// Offsets are rows, lines have eight of them, the viewport has twenty-four.
@Suite struct ScrollMeterTests {
  private var scroll = MeteredScroll()

  @Test func `a viewport that has not moved has no speed, no direction and no rest`() {
    #expect(scroll.motion() == ScrollMotion().expecting(.init()))
  }

  @Test mutating func `one step gives the direction and the stride, and no speed`() {
    scroll.move(by: -8)
    let motion = scroll.motion(after: .milliseconds(10))
    #expect(motion.direction == .backward && motion.isDirectionKnown)
    #expect(motion.stride == 8)
    #expect(motion.speed == 0 && motion.pace == 0 && motion.gap == nil)
    #expect(motion.rest == .milliseconds(10))
  }

  @Test(arguments: [8, -8]) mutating func `a key that repeats gives the speed`(distance: Int) {
    scroll.move(by: distance, times: 12, every: .milliseconds(40))
    let motion = scroll.motion()
    #expect(motion.speed == 200)
    #expect(motion.pace > 150 && motion.pace < 250)
    #expect(motion.gap == .milliseconds(40))
    #expect(motion.expectedSpeed == max(motion.speed, motion.pace))
  }

  @Test mutating func `the speed follows a key that repeats faster`() {
    scroll.move(by: 8, times: 20, every: .milliseconds(80))
    scroll.move(by: 8, times: 20, every: .milliseconds(20))
    #expect(scroll.motion().speed == 400)
  }

  @Test mutating func `steps farther apart than a run's are no run`() {
    scroll.move(by: 8, times: 6, every: .milliseconds(400))
    let motion = scroll.motion()
    #expect(motion.speed == 0)
    #expect(motion.gap == .milliseconds(400))
    #expect(motion.pace > 19 && motion.pace < 25)
  }

  @Test mutating func `keys in bunches are as fast as their average from the first on`() {
    for _ in 1...12 {
      scroll.move(by: 8, after: .milliseconds(79))
      scroll.move(by: 8, after: .milliseconds(1))
      #expect(scroll.motion().speed <= 300, "two at once are no speed; together it is 200")
      #expect(scroll.motion().pace <= 300)
    }
    #expect(scroll.motion().speed > 150)
  }

  @Test mutating func `a run has ended when the next movement is overdue`() throws {
    scroll.move(by: 8, times: 12, every: .milliseconds(40))
    #expect(scroll.motion(after: .milliseconds(41)).speed == 200)
    #expect(scroll.motion(after: .milliseconds(400)).speed == 0)
    let end = try #require(scroll.meter.restsAt(after: scroll.now))
    #expect(end > scroll.now + .milliseconds(40))
    #expect(scroll.motion(after: end - scroll.now - .milliseconds(2)).speed == 200)
  }

  @Test(arguments: [1, 2, 3, 12])
  mutating func `a view that looks again when asked finds the motion at rest soon`(steps: Int) {
    scroll.move(by: 8, times: steps, every: .milliseconds(40))
    var wakes = 0
    var now = scroll.now
    while let next = scroll.meter.restsAt(after: now), wakes < 10 {
      #expect(next > now)
      now = next
      wakes += 1
    }
    #expect(wakes <= 2)
    let motion = scroll.meter.motion(at: now)
    #expect(motion.speed == 0)
    #expect(motion.gap.map { now - scroll.now > $0 * 2 } ?? true)
  }

  @Test mutating func `a turn begins anew`() {
    scroll.move(by: 8, times: 12, every: .milliseconds(40))
    scroll.move(by: -8, after: .milliseconds(40))
    let motion = scroll.motion()
    #expect(motion.direction == .backward && motion.isDirectionKnown)
    #expect(motion.speed == 0 && motion.pace == 0)
    #expect(motion.movements.count == 1)
    #expect(motion.sprint?.speed == 200, "as fast as the last run the next one may be")
  }

  @Test mutating func `a movement of 0 is none`() {
    scroll.move(by: 8, times: 3, every: .milliseconds(40))
    let before = scroll.meter
    scroll.move(by: 0)
    #expect(scroll.meter == before)
  }

  // MARK: - Jumps

  @Test(arguments: [ScrollDirection.forward, .backward])
  mutating func `a jump leaves the direction unknown and points back along its way`(
    way: ScrollDirection
  ) {
    scroll.move(by: 8, times: 12, every: .milliseconds(40))
    scroll.move(by: way == .forward ? 400 : -400, after: .milliseconds(40))
    let motion = scroll.motion()
    #expect(!motion.isDirectionKnown)
    #expect(motion.direction == (way == .forward ? .backward : .forward))
    #expect(motion.speed == 0 && motion.pace == 0 && motion.stride == 0)
    #expect(motion.movements.isEmpty && motion.sprint == nil)
    scroll.move(by: 8)
    #expect(scroll.motion().direction == .forward && scroll.motion().isDirectionKnown)
  }

  @Test mutating func `a page is no jump`() {
    scroll.move(by: 24)
    #expect(scroll.motion().isDirectionKnown && scroll.motion().stride == 24)
  }

  @Test mutating func `without times there is a direction, and no speed`() {
    for _ in 1...5 { scroll.meter.moved(by: 400, viewportLength: 24, at: nil) }
    let motion = scroll.meter.motion(at: nil)
    #expect(motion.isDirectionKnown && motion.direction == .forward && motion.stride == 400)
    #expect(motion.speed == 0 && motion.rest == nil && motion.movements.isEmpty)
  }

  // MARK: - Runs to come

  @Test mutating func `after a jump no run is presumed, and after a run it is again`() {
    for _ in 1...20 { scroll.move(by: 8, after: .seconds(2)) }
    #expect(scroll.motion().sprint != nil)
    scroll.move(by: 400, after: .seconds(2))
    for _ in 1...20 { scroll.move(by: 8, after: .seconds(2)) }
    #expect(scroll.motion().sprint == nil)
    scroll.move(by: 8, times: 12, every: .milliseconds(40))
    #expect(scroll.motion(after: .seconds(9)).sprint?.speed == 200)
  }

  @Test mutating func `the longest of the last few runs is known once one has ended`() {
    scroll.move(by: 8, times: 51, every: .milliseconds(40))
    #expect(scroll.motion().sprint?.longest == nil)
    scroll.move(by: 8)
    #expect(scroll.motion().sprint?.longest == .seconds(2))
    scroll.move(by: 8, times: 100, every: .milliseconds(40))
    #expect(scroll.motion().sprint?.longest == .seconds(4), "the one under way counts")
    for _ in 1...4 {
      scroll.move(by: 8)
      scroll.move(by: 8, times: 26, every: .milliseconds(40))
    }
    scroll.move(by: 8)
    #expect(scroll.motion().sprint?.longest == .seconds(1) + .milliseconds(40))
  }

  // MARK: - Strange numbers

  @Test mutating func `no distance and no instant traps`() {
    for distance in [Int.min, .min + 1, -1, 1, .max - 1, .max] {
      for length in [0, 1, .max] {
        for instant in [Duration.zero, .seconds(Int64.max), .seconds(Int64.min)] {
          scroll.meter.moved(by: distance, viewportLength: length, at: instant)
          let motion = scroll.meter.motion(at: instant)
          #expect(motion.stride >= 0)
          #expect(motion.speed.isFinite && motion.pace.isFinite)
          _ = scroll.meter.restsAt(after: instant)
        }
      }
    }
  }
}

extension ScrollMotion {
  fileprivate func expecting(_ sprint: Sprint) -> ScrollMotion {
    var motion = self
    motion.sprint = sprint
    return motion
  }
}
