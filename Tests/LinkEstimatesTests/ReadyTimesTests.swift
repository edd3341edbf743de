import LinkEstimates
import Testing

@Suite struct ReadyTimesTests {
  private var times = ReadyTimes()

  private mutating func note(_ milliseconds: Int..., from host: String = "a") {
    for time in milliseconds { times.record(.milliseconds(time), from: host) }
  }

  @Test func `nothing is known before the first load`() {
    #expect(times.average == nil && times.slowest == nil)
  }

  @Test mutating func `all recent loads count for the average`() {
    for time in 1...10 { note(time * 10) }
    #expect(times.average == .milliseconds(55))
    for _ in 1...64 { note(20) }
    #expect(times.average == .milliseconds(20))
  }

  @Test mutating func `the slowest twentieth counts, and one load at least`() {
    note(100)
    #expect(times.slowest == .milliseconds(100))
    for _ in 1...18 { note(10) }
    note(300)
    #expect(times.slowest == .milliseconds(300))
    note(100)
    #expect(times.slowest == .milliseconds(200))
  }

  @Test mutating func `the slowest host counts, and only while it is in use`() {
    for _ in 1...40 { note(10, from: "near") }
    for _ in 1...4 { note(500, from: "far") }
    #expect(times.average == .milliseconds(500))
    for _ in 1...64 { note(10, from: "near") }
    #expect(times.average == .milliseconds(10))
  }

  @Test mutating func `a time below zero counts as zero`() {
    note(-5)
    #expect(times.average == .zero && times.slowest == .zero)
  }

  @Test func `hosts of equal speed give the same in every order`() {
    var (one, other) = (ReadyTimes(), ReadyTimes())
    let hosts = (1...8).map(String.init)
    for host in hosts { one.record(.milliseconds(9), from: host) }
    for host in hosts.reversed() { other.record(.milliseconds(9), from: host) }
    for (time, host) in zip(1..., hosts) {
      one.record(.milliseconds(time), from: host)
      other.record(.milliseconds(time), from: host)
      #expect(one.slowest == other.slowest && one.average == other.average)
    }
  }
}
