import TestSupport
import Testing

@testable import Prefetching

@Suite struct ReadyTimesTests {
  private var times = ReadyTimes()

  private mutating func note(_ milliseconds: Int..., from host: String = "a") {
    for time in milliseconds { times.note(.milliseconds(time), from: host) }
  }

  @Test func `nothing is known before the first load`() {
    #expect(times.p90 == nil && times.average == nil && times.slowest == nil)
  }

  @Test mutating func `the first load counts, with doubt`() throws {
    note(100)
    #expect(times.p90 == .milliseconds(100) && times.average == .milliseconds(100))
    #expect(try #require(times.slowest) > .milliseconds(100))
  }

  @Test mutating func `nine in ten loads do not exceed the p90`() {
    for time in 1...10 { note(time * 10) }
    #expect(times.p90 == .milliseconds(90))
    #expect(times.average == .milliseconds(55))
    for time in 11...20 { note(time * 10) }
    #expect(times.p90 == .milliseconds(180))
    #expect(times.average == .milliseconds(105))
  }

  @Test mutating func `the slowest twentieth counts, and is doubted less the more there are`()
    throws
  {
    for _ in 1...18 { note(10) }
    note(100, 300)
    let slowest = try #require(times.slowest)
    #expect(slowest >= .milliseconds(300) && slowest < .milliseconds(400))
    for _ in 1...36 { note(10) }
    note(100, 300, 100, 300)
    #expect(try #require(times.slowest) < slowest)
  }

  @Test mutating func `the longest twentieth of the transfers counts`() {
    for time in 1...19 { times.note(.seconds(1), transfer: .milliseconds(time), from: "a") }
    times.note(.milliseconds(100), transfer: .milliseconds(60), from: "a")
    #expect(times.slowestTransfer == .milliseconds(60))
    times.note(.seconds(1), transfer: .milliseconds(40), from: "a")
    #expect(times.slowestTransfer == .milliseconds(50))
  }

  @Test(arguments: UInt64(1)...20) mutating func `the p90 is that of a sorted list`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var all: [Int] = []
    for _ in 1...200 {
      all.append(Int.random(in: 0...1_000, using: &random))
      note(all[all.count - 1])
      let latest = all.suffix(64)
      let p90 = times.p90
      let within = latest.count { .milliseconds($0) <= p90 ?? .zero }
      let under = latest.count { .milliseconds($0) < p90 ?? .zero }
      #expect(within * 10 >= latest.count * 9 && under * 10 < latest.count * 9)
    }
  }

  @Test mutating func `the slowest host counts, and only while it is in use`() {
    for _ in 1...40 { note(10, from: "near") }
    for _ in 1...4 { note(500, from: "far") }
    #expect(times.p90 == .milliseconds(500) && times.average == .milliseconds(500))
    for _ in 1...64 { note(10, from: "near") }
    #expect(times.p90 == .milliseconds(10) && times.average == .milliseconds(10))
  }

  @Test mutating func `a time below zero counts as zero`() {
    note(-5)
    #expect(times.p90 == .zero && times.slowest == .zero)
  }

  // MARK: - Loads that were given up

  @Test mutating func `a load given up counts only if it exceeds what is known`() {
    for _ in 1...9 { note(100) }
    times.noteUnanswered(after: .milliseconds(100))
    #expect(times.p90 == .milliseconds(100))
    times.noteUnanswered(after: .seconds(2))
    times.noteUnanswered(after: .seconds(2))
    #expect(times.p90 == .seconds(2))
  }

  @Test mutating func `a load given up does not decide alone about its host`() {
    for _ in 1...40 { note(100) }
    times.noteUnanswered(after: .seconds(10))
    #expect(times.p90 == .milliseconds(100))
    #expect(times.average.map { $0 < .milliseconds(400) } == true)
  }

  @Test mutating func `a load given up counts for the slowest host`() {
    for _ in 1...20 { note(100, from: "near") }
    for _ in 1...20 { note(500, from: "far") }
    times.noteUnanswered(after: .seconds(1))
    #expect(times.p90 == .milliseconds(500))
    #expect(times.average.map { $0 > .milliseconds(500) && $0 < .milliseconds(600) } == true)
  }

  @Test mutating func `loads given up before the first answer are outweighed by answers`() {
    times.noteUnanswered(after: .milliseconds(300))
    #expect(times.p90 == .milliseconds(300))
    for _ in 1...20 { note(50) }
    #expect(times.p90 == .milliseconds(50))
  }

  @Test func `hosts of equal speed give the same in every order`() {
    var (one, other) = (ReadyTimes(), ReadyTimes())
    let hosts = (1...8).map(String.init)
    for host in hosts { one.note(.milliseconds(9), from: host) }
    for host in hosts.reversed() { other.note(.milliseconds(9), from: host) }
    for (time, host) in zip(1..., hosts) {
      one.note(.milliseconds(time), from: host)
      other.note(.milliseconds(time), from: host)
      #expect(one.slowest == other.slowest && one.average == other.average)
    }
  }
}
