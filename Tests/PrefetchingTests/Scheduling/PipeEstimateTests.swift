import Testing

@testable import Prefetching

@Suite struct PipeEstimateTests {
  private var pipe = PipeEstimate()

  /// A load that ends at `end` and transfers for `transfer`, all in milliseconds.
  private mutating func note(
    bytes: Int, transfer: Int, endsAt end: Int, firstByte: Int = 100, isMultiplexed: Bool = false
  ) {
    pipe.note(
      LoadTimes(
        total: .milliseconds(firstByte + transfer), firstByte: .milliseconds(firstByte),
        transfer: .milliseconds(transfer), isMultiplexed: isMultiplexed), bytes: bytes,
      at: .milliseconds(end))
  }

  @Test mutating func `a few loads tell nothing yet`() {
    note(bytes: 1_000, transfer: 100, endsAt: 200)
    note(bytes: 1_000, transfer: 100, endsAt: 300)
    #expect(pipe.bytesPerSecond == nil && pipe.averageBytes == nil && pipe.firstByte == nil)
    #expect(pipe.picturesPerSecond(slots: 6) == nil && pipe.transferTime(of: 1) == nil)
  }

  @Test mutating func `transfers that follow each other add up`() {
    for end in [200, 300, 400] { note(bytes: 1_000, transfer: 100, endsAt: end) }
    #expect(pipe.bytesPerSecond == 10_000)
    #expect(pipe.averageBytes == 1_000 && pipe.firstByte == .milliseconds(100))
    #expect(pipe.transferTime(of: 3) == .milliseconds(300))
  }

  @Test mutating func `the time that transfers share counts once`() {
    // 0 to 200, 100 to 300 and, within that, 150 to 250: 300 ms for 3,000 bytes.
    note(bytes: 1_000, transfer: 200, endsAt: 200)
    note(bytes: 1_000, transfer: 200, endsAt: 300)
    note(bytes: 1_000, transfer: 100, endsAt: 250)
    #expect(pipe.bytesPerSecond == 10_000)
  }

  @Test mutating func `idle time does not count`() {
    for end in [200, 5_000, 90_000] { note(bytes: 500, transfer: 50, endsAt: end) }
    #expect(pipe.bytesPerSecond == 10_000)
  }

  @Test mutating func `the rate of pictures is limited by the link or by the slots`() {
    for end in [200, 300, 400] { note(bytes: 1_000, transfer: 100, endsAt: end, firstByte: 400) }
    #expect(pipe.picturesPerSecond(slots: 1) == 2, "half a second each, one after the other")
    #expect(pipe.picturesPerSecond(slots: 4) == 8)
    #expect(pipe.picturesPerSecond(slots: 50) == 10, "10,000 bytes a second for 1,000 each")
  }

  @Test mutating func `only the link limits loads that share a connection`() {
    for end in [200, 300, 400] {
      note(bytes: 1_000, transfer: 100, endsAt: end, firstByte: 400, isMultiplexed: true)
    }
    #expect(pipe.picturesPerSecond(slots: 1) == 10)
  }

  @Test(arguments: [false, true])
  mutating func `one load is received, and as many are on their way as the pipe carries meanwhile`(
    isMultiplexed: Bool
  ) {
    #expect(pipe.loadsAtATime == nil)
    for end in 1...9 {
      note(
        bytes: 1_000, transfer: 100, endsAt: end * 100, firstByte: 2_000,
        isMultiplexed: isMultiplexed)
    }
    #expect(pipe.loadsAtATime == 26, "the pipe carries 20 in two seconds, and a quarter more")
  }

  @Test mutating func `no more loads fill a pipe than a server grants`() {
    for end in 1...3 {
      note(
        bytes: 1_000, transfer: 10, endsAt: end * 100, firstByte: 1_000_000, isMultiplexed: true)
    }
    #expect(pipe.loadsAtATime == 100)
  }

  @Test mutating func `loads that wait for each other at a server make no more of them`() {
    for end in 1...24 {
      note(
        bytes: 1_000, transfer: 10, endsAt: end * 100, firstByte: end * 100, isMultiplexed: true)
    }
    #expect(pipe.loadsAtATime == 13, "the pipe carries 10 in the first one's wait")
  }

  @Test mutating func `bodies that come at once tell nothing of the pipe`() {
    for end in 1...24 {
      note(bytes: 1_000, transfer: 0, endsAt: end * 100, firstByte: 800, isMultiplexed: true)
    }
    #expect(pipe.loadsAtATime == nil)
  }

  @Test mutating func `slots limit the rate unless all recent loads share connections`() {
    for end in 2...9 {
      note(
        bytes: 1_000, transfer: 100, endsAt: end * 100, firstByte: 400,
        isMultiplexed: end.isMultiple(of: 2))
      #expect(!pipe.isMultiplexed)
      if end >= 4 { #expect(pipe.picturesPerSecond(slots: 1) == 2) }
    }
    for end in 10...40 {
      note(bytes: 1_000, transfer: 100, endsAt: end * 100, firstByte: 400, isMultiplexed: true)
    }
    #expect(pipe.isMultiplexed && pipe.picturesPerSecond(slots: 1) == 10)
  }

  @Test mutating func `old loads are forgotten`() {
    for end in 1...3 { note(bytes: 1_000, transfer: 100, endsAt: end * 100, firstByte: 900) }
    for end in 10...40 { note(bytes: 100, transfer: 100, endsAt: end * 100, firstByte: 10) }
    #expect(pipe.bytesPerSecond == 1_000)
    #expect(pipe.averageBytes == 100 && pipe.firstByte == .milliseconds(10))
  }

  @Test mutating func `no load traps`() {
    for bytes in [Int.min, 0, 1, .max] {
      for time in [Duration.zero, .seconds(-1), .seconds(Int64.max)] {
        let times = LoadTimes(
          total: time, firstByte: time, transfer: time, isMultiplexed: true)
        pipe.note(times, bytes: bytes, at: .zero)
        #expect(pipe.bytesPerSecond?.isFinite ?? true)
        #expect(pipe.picturesPerSecond(slots: 6).map { $0 >= 0 } ?? true)
        #expect(pipe.loadsAtATime.map { (0...100).contains($0) } ?? true)
        #expect(pipe.transferTime(of: .max).map { $0 >= .zero } ?? true)
      }
    }
  }

  @Test mutating func `pictures of 0 bytes give no rate of pictures`() {
    for end in [200, 300, 400] { note(bytes: 0, transfer: 0, endsAt: end) }
    #expect(pipe.picturesPerSecond(slots: 6) == nil)
  }
}
