import LinkEstimates
import Testing

@Suite struct LinkEstimateTests {
  private var link = LinkEstimate()

  /// A load that ends at `end` and transfers for `transfer`, both in milliseconds.
  private mutating func note(transfer: Int, endsAt end: Int, isMultiplexed: Bool = false) {
    link.recordLoad(
      transfer: .milliseconds(transfer), isMultiplexed: isMultiplexed, at: .milliseconds(end))
  }

  @Test mutating func `a few loads tell nothing yet`() {
    note(transfer: 100, endsAt: 200)
    note(transfer: 100, endsAt: 300)
    #expect(link.timePerPicture == nil)
    note(transfer: 100, endsAt: 400)
    #expect(link.timePerPicture == .milliseconds(100))
  }

  @Test mutating func `the time that transfers share counts once, and idle time not at all`() {
    // 0 to 200, 100 to 300 and, within that, 150 to 250, and much later as long: 400 ms for four pictures.
    note(transfer: 200, endsAt: 200)
    note(transfer: 200, endsAt: 300)
    note(transfer: 100, endsAt: 250)
    note(transfer: 100, endsAt: 90_000)
    #expect(link.timePerPicture == .milliseconds(100))
  }

  @Test mutating func `loads share connections as soon as all recent ones do`() {
    for end in 2...9 {
      note(transfer: 100, endsAt: end * 100, isMultiplexed: end.isMultiple(of: 2))
      #expect(!link.isMultiplexed)
    }
    for end in 10...40 { note(transfer: 100, endsAt: end * 100, isMultiplexed: true) }
    #expect(link.isMultiplexed)
  }

  @Test mutating func `old loads are forgotten`() {
    for end in 1...3 { note(transfer: 90, endsAt: end * 100) }
    for end in 10...40 { note(transfer: 20, endsAt: end * 100) }
    #expect(link.timePerPicture == .milliseconds(20))
  }

  @Test mutating func `no load traps`() {
    for time in [Duration.zero, .seconds(-1), .seconds(Int64.max)] {
      for instant in [Duration.zero, .seconds(1 << 40)] {
        link.recordLoad(transfer: time, isMultiplexed: true, at: instant)
        #expect(link.timePerPicture.map { $0 >= .zero } ?? true)
      }
    }
  }
}
