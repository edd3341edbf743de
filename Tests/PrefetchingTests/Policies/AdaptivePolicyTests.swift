import TestSupport
import Testing

@testable import Prefetching

/// Lines have eight rows, the viewport has twenty-four and stands in the middle of the content.
@Suite struct AdaptivePolicyTests {
  private let policy = AdaptivePolicy()

  /// A viewport at rest or in a run, with loads that all take the same time.
  private func position(
    at offset: Int = 4_000, speed: Double = 0, time: Duration? = .milliseconds(50)
  ) -> ScrollPosition {
    var position = ScrollPosition.placed(at: offset, speed: speed, time: time)
    position.motion.stride = 8
    return position
  }

  /// Rows ahead and behind, where nothing has been decided before.
  private func reach(_ position: ScrollPosition) throws -> (ahead: Int, behind: Int) {
    let window = try #require(policy.window(for: position))
    let before = position.viewport.offset - window.lowerBound
    let after = window.upperBound - position.viewport.range.upperBound
    return position.direction == .forward ? (after, before) : (before, after)
  }

  /// The position some rows farther, decided where it was.
  private func moved(_ position: ScrollPosition, by rows: Int) throws -> ScrollPosition {
    let window = policy.window(for: position) ?? position.lastDecision?.window
    var moved = position
    moved.lastDecision = .init(viewport: position.viewport, window: try #require(window))
    moved.viewport.offset += rows
    return moved
  }

  // MARK: - What is needed

  @Test func `the first layout prefetches, before any scroll and before any load`() throws {
    let first = ScrollPosition(
      viewport: Viewport(offset: 0, length: 24),
      layout: LineLayout(itemCount: 1_000, itemsPerLine: 1, lineLength: 8))
    #expect(try reach(first).ahead >= 24)
    #expect(policy.window(for: try moved(first, by: 0)) == nil, "that is enough")
  }

  @Test func `as long as no direction is known both sides are alike`() throws {
    var position = position()
    position.motion = ScrollMotion()
    let (ahead, behind) = try reach(position)
    #expect(ahead == behind && ahead > 0)
    position.motion.direction = .backward
    #expect(try reach(position) == (ahead, behind))
  }

  @Test func `content that one side lacks goes to the other`() throws {
    var position = position()
    position.motion.isDirectionKnown = false
    let middle = try reach(position)
    position.viewport.offset = 0
    #expect(try reach(position).ahead == middle.ahead + middle.behind)
    position.viewport.offset = position.layout.contentLength - 24
    #expect(try reach(position).behind == middle.ahead + middle.behind)
  }

  @Test func `once a direction is known there is nothing behind`() throws {
    for speed in [-400.0, 0, 400] { #expect(try reach(position(speed: speed)).behind == 0) }
  }

  @Test func `a reader has the next page ahead, and no more`() throws {
    #expect(try reach(position()).ahead == 24)
  }

  @Test func `the reach is speed times time to ready, and a page at least`() throws {
    let speeds = [0.0, 80, 240, 800]
    let table = try [10, 50, 200, 1_000].map { time in
      let rows = try speeds.map {
        "\(try reach(position(speed: $0, time: .milliseconds(time))).ahead)"
      }
      return "\(time) ms: \(rows.joined(separator: " "))"
    }
    #expect(
      table == [
        "10 ms: 24 24 24 32",
        "50 ms: 24 24 48 160",
        "200 ms: 24 64 192 640",
        "1000 ms: 24 320 960 3200",
      ])
  }

  @Test func `the reach grows with the time and with the speed`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 1...2_000 {
      let speed = Double(Int.random(in: 0...1_000, using: &random))
      let time = Int.random(in: 0...2_000, using: &random)
      let ahead = try reach(position(speed: speed, time: .milliseconds(time))).ahead
      let slower = try reach(position(speed: speed / 2, time: .milliseconds(time))).ahead
      let sooner = try reach(position(speed: speed, time: .milliseconds(time / 2))).ahead
      #expect(slower <= ahead && sooner <= ahead)
    }
  }

  @Test func `a run that may begin has as much ahead as one that has begun`() throws {
    var resting = position(time: .milliseconds(300))
    resting.motion.sprint = .init(speed: 400)
    let running = position(speed: 400, time: .milliseconds(300))
    #expect(try reach(resting).ahead == reach(running).ahead)
  }

  @Test func `before the first run a short one is assumed, unless the viewport has jumped`()
    throws
  {
    var fresh = position(time: .seconds(1))
    fresh.motion.sprint = .init()
    let presumed = try reach(fresh).ahead
    fresh.motion.sprint = nil
    #expect(try reach(fresh).ahead < presumed && presumed <= 3 * 24)
  }

  @Test func `a run has no more ahead than the longest of late was, but all that one load takes`()
    throws
  {
    var run = position(speed: 400, time: .seconds(1))
    run.motion.sprint = .init(speed: 400)
    #expect(try reach(run).ahead == 1_600, "four times the slowest load")
    for (longest, ahead) in [(5_000, 1_600), (2_000, 800), (500, 400)] {
      run.motion.sprint?.longest = .milliseconds(longest)
      #expect(try reach(run).ahead == ahead)
    }
  }

  @Test func `the window reaches as far as steps have led within a load's time`() throws {
    var steps = position(time: .seconds(2))
    steps.motion.movements = (0..<5).map { .init(at: .milliseconds($0 * 1_000), distance: 24) }
    steps.motion.rest = .zero
    #expect(try reach(steps).ahead == 72)
  }

  @Test func `no side is longer than what is affordable`() throws {
    var random = SeededRandom(seed: 11)
    for _ in 1...20_000 {
      let position = ScrollPosition.random(using: &random)
      guard let window = policy.window(for: position) else { continue }
      let affordable = position.conditions.affordableLength
      #expect(position.viewport.offset - window.lowerBound <= affordable)
      #expect(window.upperBound - position.viewport.range.upperBound <= affordable)
    }
  }

  @Test func `the window holds the viewport`() throws {
    var random = SeededRandom(seed: 12)
    for _ in 1...20_000 {
      let position = ScrollPosition.random(using: &random)
      guard let window = policy.window(for: position) else { continue }
      #expect(window.lowerBound <= position.viewport.offset)
      #expect(window.upperBound >= position.viewport.range.upperBound)
    }
  }

  // MARK: - What is kept

  @Test func `a window that is large enough stays where it ends`() throws {
    let run = position(speed: 400, time: .milliseconds(300))
    var slower = try moved(run, by: 40)
    slower.motion.speed = 350
    slower.motion.pace = 350
    let window = try #require(policy.window(for: slower) ?? slower.lastDecision?.window)
    #expect(window.upperBound == slower.lastDecision?.window.upperBound)
  }

  @Test func `a window that is too small grows, and one that is far too large shrinks`() throws {
    let run = position(speed: 400, time: .milliseconds(300))
    let next = try moved(run, by: 8)
    #expect(try reach(next).ahead == reach(run).ahead)
    var reading = next
    reading.motion.speed = 0
    reading.motion.pace = 0
    #expect(try reach(reading).ahead == 24)
  }

  @Test func `after a jump nothing of the old window is left`() throws {
    let before = position()
    var after = try moved(before, by: 2_000)
    after.motion = ScrollMotion(direction: .backward)
    let (ahead, behind) = try reach(after)
    #expect(ahead == behind && ahead <= 24)
  }

  @Test func `a decision stays the same the second time`() throws {
    var random = SeededRandom(seed: 17)
    for _ in 1...20_000 {
      let position = ScrollPosition.random(using: &random)
      #expect(policy.window(for: try moved(position, by: 0)) == nil)
    }
  }

  @Test func `the way back is the way there in a mirror`() {
    var random = SeededRandom(seed: 13)
    for _ in 1...20_000 {
      let there = ScrollPosition.random(using: &random)
      #expect(
        policy.window(for: there.mirrored) == policy.window(for: there).map(there.mirrored))
    }
  }
}
