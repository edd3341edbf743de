import TestSupport
import Testing

@testable import ImageLoading

/// A host whose answers begin after 100 ms and take 300 ms more: fetching again costs 400.
@Suite struct TransferStandingTests {
  private let host: HostTimes

  init() {
    var host = HostTimes()
    host.noteFirstByte(after: .milliseconds(100))
    host.noteTransfer(lasting: .milliseconds(300))
    self.host = host
  }

  /// The least chance of return, in percent, that makes a transfer worth finishing; 101: never.
  private func leastPercent(_ standing: TransferStanding, _ host: HostTimes) -> Int {
    (0...100).first {
      standing.isWorthFinishing(chanceOfReturn: Double($0) / 100, from: host)
    } ?? 101
  }

  /// Elapsed and time of the head in milliseconds, share that is here.
  private static let cases: [(Int, Int?, Double?, least: Int)] = [
    // No head yet: the rest of 100 ms, and a body of 300.
    (0, nil, nil, 101), (50, nil, nil, 88), (99, nil, nil, 76),
    // Overdue: as long again.
    (120, nil, nil, 81), (200, nil, nil, 101), (60_000, nil, nil, 101),
    // A body of unknown size: the rest of 300 ms, and past that as long again.
    (100, 100, nil, 76), (250, 100, nil, 38), (399, 100, nil, 1), (500, 100, nil, 26),
    // The first packet came with the head, and says little of the rate.
    (100, 100, 0.01, 75), (100, 100, 0.5, 31),
    // Half of the body in 150 ms: 150 more. In 600 ms: 750 in all, 375 to come, cost 850.
    (250, 100, 0.5, 38), (700, 100, 0.5, 45),
    (400, 100, 1, 1), (9_000, 100, 1, 1),
  ]

  @Test(arguments: cases)
  func `the chance that makes it worth while`(
    elapsed: Int, head: Int?, share: Double?, least: Int
  ) {
    let standing = TransferStanding(
      elapsed: .milliseconds(elapsed), firstByte: head.map { .milliseconds($0) }, share: share)
    #expect(leastPercent(standing, host) == least)
  }

  @Test func `of a host that has sent nothing whole, the rate so far tells, or nothing does`() {
    var host = HostTimes()
    let half = TransferStanding(
      elapsed: .milliseconds(250), firstByte: .milliseconds(100), share: 0.5)
    #expect(leastPercent(half, host) == 101, "not even an answer has begun")
    host.noteFirstByte(after: .milliseconds(100))
    #expect(leastPercent(half, host) == 38)
    #expect(leastPercent(TransferStanding(elapsed: .milliseconds(90)), host) == 101)
  }

  @Test func `where nobody says, only what is nearly there by its own rate is finished`() {
    func isFinished(_ elapsed: Int, _ head: Int?, _ share: Double?) -> Bool {
      TransferStanding(
        elapsed: .milliseconds(elapsed), firstByte: head.map { .milliseconds($0) }, share: share
      ).isWorthFinishing(chanceOfReturn: nil, from: host)
    }
    #expect(!isFinished(99, nil, nil) && !isFinished(399, 100, nil))
    #expect(!isFinished(250, 100, 0.5) && isFinished(250, 100, 0.7))
  }

  @Test func `a higher chance stops nothing that would be finished`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<4_000 {
      guard let standing = TransferStanding.random(&random) else { continue }
      let host = HostTimes.random(&random)
      let finished = (0...20).map {
        standing.isWorthFinishing(chanceOfReturn: Double($0) / 20, from: host)
      }
      #expect(finished == finished.sorted { !$0 && $1 }, "false, then true")
      #expect(!finished[0], "nobody will come back")
    }
  }

  @Test(arguments: [-1, -Double.infinity, .nan, 0])
  func `what is no chance finishes nothing`(chance: Double) {
    let last = TransferStanding(elapsed: .seconds(1), firstByte: .zero, share: 1)
    #expect(!last.isWorthFinishing(chanceOfReturn: chance, from: host))
    #expect(last.isWorthFinishing(chanceOfReturn: .infinity, from: host))
  }

  @Test(arguments: [-1, Double.nan, .infinity, .leastNonzeroMagnitude, 0, 7])
  func `what cannot be is taken for what can`(share: Double) {
    for time in [-1, 0, 1, 86_400_000] {
      let standing = TransferStanding(
        elapsed: .seconds(time), firstByte: .seconds(-time / 2), share: share)
      _ = standing.isWorthFinishing(chanceOfReturn: 0.5, from: host)
      _ = standing.isWorthFinishing(chanceOfReturn: 0.5, from: HostTimes())
      _ = standing.isWorthFinishing(chanceOfReturn: nil, from: host)
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

extension HostTimes {
  fileprivate static func random(_ random: inout SeededRandom) -> HostTimes {
    var host = HostTimes()
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      host.noteFirstByte(after: .milliseconds(Int.random(in: 0..<4_000, using: &random)))
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      host.noteTransfer(lasting: .milliseconds(Int.random(in: 0..<9_000, using: &random)))
    }
    return host
  }
}
