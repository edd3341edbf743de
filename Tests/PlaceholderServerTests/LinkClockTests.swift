import NIOCore
import SimulationModels
import Testing

@testable import PlaceholderServer

@Suite struct LinkClockTests {
  /// The milliseconds of the link at instants, which are milliseconds too.
  private func times(_ clock: inout LinkClock, _ instants: [Int64]) -> [Int] {
    instants.map { Int(clock.time(at: instant($0)) / .milliseconds(1)) }
  }

  private func instant(_ milliseconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(7_000_000) + .milliseconds(milliseconds)
  }

  private let outages = Outages(every: .milliseconds(160), lasting: .milliseconds(40))

  @Test func `the time begins with the first question for it`() {
    var clock = LinkClock(nil)
    #expect(times(&clock, [500, 500, 700, 950]) == [0, 0, 200, 450])
  }

  @Test func `outages count from there`() {
    var clock = LinkClock(outages)
    #expect(times(&clock, [500, 600, 660, 680, 700, 710]) == [0, 100, 160, 160, 160, 170])
  }

  @Test func `a time in whose way an outage lies comes so much later`() {
    var clock = LinkClock(outages)
    _ = clock.time(at: instant(500))
    let deadlines = [0, 159, 160, 300, 320].map {
      clock.instant(of: .milliseconds($0), at: instant(900))
    }
    #expect(deadlines == [500, 659, 700, 840, 900].map(instant))
  }

  @Test func `a clock that has not begun begins with the question`() {
    let clock = LinkClock(outages)
    #expect(clock.instant(of: .milliseconds(10), at: instant(900)) == instant(910))
  }
}
