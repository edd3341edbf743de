import TestSupport
import Testing

@testable import LoadPlanning

/// A host whose answers begin after 100 ms.
@Suite struct TransferStandingTests {
  private let host: HostTimes

  init() {
    var host = HostTimes()
    host.recordFirstByte(after: .milliseconds(100))
    self.host = host
  }

  private func isFinished(_ elapsed: Int, _ head: Int?, _ share: Double?, from host: HostTimes)
    -> Bool
  {
    TransferStanding(
      elapsed: .milliseconds(elapsed), firstByte: head.map { .milliseconds($0) }, share: share
    ).isWorthFinishing(from: host)
  }

  @Test func `a nearly complete transfer is finished, once its host has answered`() {
    #expect(!isFinished(99, nil, nil, from: host) && !isFinished(399, 100, nil, from: host))
    #expect(!isFinished(250, 100, 0.5, from: host) && isFinished(250, 100, 0.7, from: host))
    #expect(isFinished(9_000, 100, 1, from: host))
    #expect(!isFinished(250, 100, 0.7, from: HostTimes()))
  }

  @Test(arguments: [-1, Double.nan, .infinity, .leastNonzeroMagnitude, 0, 7])
  func `an impossible share is clamped`(share: Double) {
    for time in [-1, 0, 1, 86_400_000] {
      let standing = TransferStanding(
        elapsed: .seconds(time), firstByte: .seconds(-time / 2), share: share)
      _ = standing.isWorthFinishing(from: host)
      _ = standing.isWorthFinishing(from: HostTimes())
    }
  }
}

extension TransferStanding {
  /// Nil one time in four.
  static func random(_ random: inout SeededRandom) -> TransferStanding? {
    if Int.random(in: 0..<4, using: &random) == 0 { return nil }
    let elapsed = Int.random(in: 0..<8_000, using: &random)
    let head = Bool.random(using: &random) ? Int.random(in: 0...elapsed, using: &random) : nil
    return TransferStanding(
      elapsed: .milliseconds(elapsed), firstByte: head.map { .milliseconds($0) },
      share: Bool.random(using: &random) ? .random(in: 0...1, using: &random) : nil)
  }
}
