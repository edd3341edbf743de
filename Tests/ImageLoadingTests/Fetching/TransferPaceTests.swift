import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct TransferPaceTests {
  private let start = SuspendingClock.now
  private let limits = ImageLimits(timeout: .seconds(10), minimumBytesPerSecond: 100)

  private func pace(_ limits: ImageLimits) -> TransferPace {
    TransferPace(limits, startingAt: start)
  }

  @Test func `silence for the timeout ends it, before the body and within`() {
    var pace = pace(limits)
    #expect(pace.failure(at: start + .seconds(9.9)) == nil)
    #expect(pace.failure(at: start + .seconds(10)) == .timedOut(after: .seconds(10)))
    pace.beginBody(at: start + .seconds(9))
    #expect(pace.failure(at: start + .seconds(18.9)) == nil)
    pace.record(5_000, at: start + .seconds(18))
    #expect(pace.failure(at: start + .seconds(28)) == .timedOut(after: .seconds(10)))
  }

  @Test(arguments: [[], [0, 3, 0, 2_000, 0, 0], [1, 1, 1], Array(repeating: 500, count: 30)])
  func `nothing is given up before it says when to look`(counts: [Int]) {
    var pace = pace(limits)
    for (second, count) in (counts + Array(repeating: 0, count: 15)).enumerated() {
      let now = start + .seconds(second + 1)
      if second == 2 { pace.beginBody(at: now) }
      if second > 2, count > 0 { pace.record(count, at: now) }
      var asked = pace
      #expect(asked.failure(at: pace.nextCheck - .milliseconds(1)) == nil)
      guard pace.nextCheck <= now else { continue }
      if pace.failure(at: now) != nil { return }
      #expect(pace.nextCheck > now)
    }
    Issue.record("it was never given up")
  }

  /// The first failure of a body that brings `count` bytes at every second.
  private func failure(bytes counts: [Int], _ limits: ImageLimits) -> (Int, ImageError)? {
    var pace = pace(limits)
    pace.beginBody(at: start)
    for (second, count) in counts.enumerated() {
      let now = start + .seconds(second + 1)
      if count > 0 { pace.record(count, at: now) }
      if let failure = pace.failure(at: now) { return (second + 1, failure) }
    }
    return nil
  }

  @Test func `a drip is too slow after one window`() {
    let (second, error) = failure(bytes: Array(repeating: 1, count: 60), limits) ?? (0, .empty)
    #expect(second == 10)
    #expect(error == .tooSlow(bytesPerSecond: 1, minimum: 100))
  }

  @Test func `a slow but honest link is not`() {
    #expect(failure(bytes: Array(repeating: 100, count: 600), limits) == nil)
    // In bursts, as a phone's network has them.
    let bursts = Array(repeating: [1_000] + Array(repeating: 0, count: 9), count: 60)
    #expect(failure(bytes: bursts.flatMap(\.self), limits) == nil)
  }

  @Test func `a fast start does not excuse a slow rest forever`() {
    let counts = [1_000_000] + Array(repeating: 1, count: 60)
    #expect(failure(bytes: counts, limits)?.0 == 20)
  }

  @Test func `without a minimum a drip may go on`() {
    var limits = limits
    limits.minimumBytesPerSecond = 0
    #expect(failure(bytes: Array(repeating: 1, count: 600), limits) == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .milliseconds(1)])
  func `absurd limits end it, and nothing worse`(timeout: Duration) {
    let limits = ImageLimits(timeout: timeout, minimumBytesPerSecond: .max)
    #expect(failure(bytes: [1, 1, 1], limits) != nil)
  }
}
