import TestSupport
import Testing

@testable import Prefetching

@Suite struct ScrollForecastTests {
  @Test func `an item that is on screen in part is visible now`() {
    let forecast = ScrollForecast(.placed(at: 12, speed: 100))
    #expect((1...4).allSatisfy { forecast.timeToVisible($0) == .zero })
    #expect(forecast.timeToVisible(0) > .zero && forecast.timeToVisible(5) > .zero)
  }

  @Test(arguments: [100.0, -100]) func `an item is visible when the run has come to it`(
    speed: Double
  ) {
    let forecast = ScrollForecast(.placed(at: 400, speed: speed))
    // 20 offsets and the one that shows it: 21 at 100 a second.
    let item = speed > 0 ? (424 + 24) / 8 : (400 - 24) / 8 - 1
    #expect(forecast.timeToVisible(item) == .milliseconds(250))
  }

  @Test func `a farther item is visible later, on either side and at any speed`() {
    for speed in [-3_000.0, -10, 0, 10, 3_000] {
      let forecast = ScrollForecast(.placed(at: 400, speed: speed))
      let after = (53...200).map(forecast.timeToVisible)
      let before = (0..<50).reversed().map(forecast.timeToVisible)
      #expect(after == after.sorted() && before == before.sorted())
      #expect(Set(after).count == after.count && Set(before).count == before.count)
    }
  }

  @Test func `the way back is less likely than the way ahead, once a direction is known`() {
    let known = ScrollForecast(.placed(at: 400))
    #expect(known.timeToVisible(49) > known.timeToVisible(53))
    let unknown = ScrollForecast(.placed(at: 400, isDirectionKnown: false))
    #expect(unknown.timeToVisible(49) == unknown.timeToVisible(53))
  }

  @Test func `a viewport at rest counts as being read`() {
    let forecast = ScrollForecast(.placed(at: 400))
    #expect(!forecast.isRunning && forecast.itemsPerSecond == 0)
    #expect(forecast.timeToVisible(53) < .seconds(2))
  }

  @Test func `a run shows its lines of items every second`() {
    #expect(ScrollForecast(.placed(at: 0, perLine: 5, speed: 16)).itemsPerSecond == 10)
  }

  // MARK: - Items still to come

  @Test func `after a time in a run, the items passed over have left`() {
    // One second at 80: 400..<424 is 480..<504 then.
    let there = ScrollForecast(.placed(at: 400, speed: 80))
    #expect(there.itemsStillToCome(after: .seconds(1), orLeaving: true) == 60..<1_000)
    #expect(there.itemsStillToCome(after: .seconds(1), orLeaving: false) == 63..<1_000)
    let back = ScrollForecast(.placed(at: 400, speed: -80))
    #expect(back.itemsStillToCome(after: .seconds(1), orLeaving: true) == 0..<43)
    #expect(back.itemsStillToCome(after: .seconds(1), orLeaving: false) == 0..<40)
  }

  @Test(arguments: [true, false])
  func `a run ends at the end of the content, and the items there stay`(leaving: Bool) {
    let end = ScrollForecast(.placed(at: 7_900, speed: 800))
    #expect(end.itemsStillToCome(after: .seconds(9), orLeaving: leaving) == 997..<1_000)
    let start = ScrollForecast(.placed(at: 50, speed: -800))
    #expect(start.itemsStillToCome(after: .seconds(9), orLeaving: leaving) == 0..<3)
  }

  // MARK: - Page after page

  @Test func `regular movements count as a run until twice the usual time has passed`() {
    var position = ScrollPosition.placed(at: 400, time: .seconds(2))
    position.motion.pace = 24
    position.motion.gap = .seconds(1)
    position.motion.rest = .milliseconds(1_999)
    #expect(ScrollForecast(position).isRunning)
    position.motion.rest = .seconds(2)
    #expect(!ScrollForecast(position).isRunning)
  }

  @Test func `regular movements slower than loads count as rest`() {
    var position = ScrollPosition.placed(at: 400, time: .milliseconds(100))
    position.motion.pace = 24
    position.motion.gap = .seconds(1)
    position.motion.rest = .zero
    #expect(!ScrollForecast(position).isRunning)
  }

  // MARK: - Mirrors and strange numbers

  @Test(arguments: UInt64(1)...20) func `backward is forward in a mirror`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 1...200 {
      let position = ScrollPosition.random(using: &random)
      let (there, back) = (ScrollForecast(position), ScrollForecast(position.mirrored))
      let count = position.layout.itemCount
      #expect(there.isRunning == back.isRunning && there.itemsPerSecond == back.itemsPerSecond)
      #expect(
        (0..<count).map(there.timeToVisible) == (0..<count).reversed().map(back.timeToVisible))
      let time = Duration.milliseconds(Int.random(in: 0...2_000, using: &random))
      for leaving in [true, false] {
        let ahead = there.itemsStillToCome(after: time, orLeaving: leaving)
        let mirrored = back.itemsStillToCome(after: time, orLeaving: leaving)
        #expect(ahead == count - mirrored.upperBound..<count - mirrored.lowerBound)
      }
    }
  }

  @Test func `no position traps`() {
    var random = SeededRandom(seed: 3)
    for _ in 1...50_000 {
      let position = ScrollPosition.strange(using: &random)
      let forecast = ScrollForecast(position)
      for item in [0, 1, 1 << 53, .max] {
        #expect(forecast.timeToVisible(item) >= .zero)
      }
      for time in [Duration.zero, .seconds(-1), .milliseconds(200), .seconds(Int64.max)] {
        _ = forecast.itemsStillToCome(after: time, orLeaving: true)
        _ = forecast.itemsStillToCome(after: time, orLeaving: false)
      }
    }
  }
}
