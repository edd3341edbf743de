import Testing

@testable import ImageLoading

@Suite struct HostPipeTests {
  private var pipe = HostPipe()

  /// A body that ends at `end` after `time`, both in milliseconds.
  private mutating func note(bytes: Int, lasting time: Int, endsAt end: Int) {
    pipe.note(bytes: bytes, lasting: .milliseconds(time), at: .milliseconds(end))
  }

  @Test mutating func `a few bodies tell nothing yet`() {
    note(bytes: 1_000, lasting: 100, endsAt: 200)
    note(bytes: 1_000, lasting: 100, endsAt: 300)
    #expect(pipe.width(firstByte: .seconds(1)) == nil)
    note(bytes: 1_000, lasting: 100, endsAt: 400)
    #expect(pipe.width(firstByte: nil) == nil)
    #expect(pipe.width(firstByte: .seconds(1)) == 12, "10 come in a second, and a quarter more")
    #expect(pipe.width(firstByte: .milliseconds(50)) == 0)
  }

  @Test mutating func `the time that bodies share counts once, and idle time not at all`() {
    note(bytes: 1_000, lasting: 200, endsAt: 200)
    note(bytes: 1_000, lasting: 100, endsAt: 250)
    note(bytes: 1_000, lasting: 200, endsAt: 300)
    note(bytes: 1_000, lasting: 100, endsAt: 90_000)
    #expect(pipe.width(firstByte: .seconds(1)) == 12)
  }

  @Test mutating func `bodies that come at once tell nothing`() {
    for end in 1...24 { note(bytes: 1_000, lasting: 0, endsAt: end * 100) }
    #expect(pipe.width(firstByte: .seconds(1)) == nil)
  }

  @Test func `the least time to a first byte stays, whatever waits for each other later`() {
    var times = HostTimes()
    for milliseconds in [300, 100, 9_000, 90_000] {
      times.noteFirstByte(after: .milliseconds(milliseconds))
    }
    #expect(times.leastFirstByte == .milliseconds(100))
  }

  @Test mutating func `old bodies are forgotten`() {
    for end in 1...3 { note(bytes: 9_000, lasting: 10, endsAt: end * 10) }
    for end in 10...40 { note(bytes: 1_000, lasting: 100, endsAt: end * 100) }
    #expect(pipe.width(firstByte: .seconds(1)) == 12)
  }

  @Test mutating func `no body traps`() {
    for bytes in [Int.min, 0, 1, .max] {
      for time in [Duration.zero, .seconds(-1), .seconds(Int64.max / 2)] {
        pipe.note(bytes: bytes, lasting: time, at: .zero)
        #expect(pipe.width(firstByte: time).map { $0 >= 0 } ?? true)
      }
    }
  }
}
