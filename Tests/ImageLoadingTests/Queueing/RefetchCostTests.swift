import TestSupport
import Testing

@testable import ImageLoading

@Suite struct RefetchCostTests {
  /// Milliseconds to the first byte, of the transfer and remaining, and a chance.
  private static let cases: [(Int, Int, Int, Double, isMore: Bool)] = [
    (100, 300, 399, 1, true), (100, 300, 400, 1, false), (100, 300, 401, 1, false),
    (100, 300, 199, 0.5, true), (100, 300, 200, 0.5, false),
    (100, 300, 0, 0.01, true), (100, 300, 0, 0, false),
    (0, 0, 0, 1, false), (0, 1, 0, 1, true),
    // What is no probability counts as the nearest, and no number as 0.
    (100, 300, 399, 2, true), (100, 300, 401, .infinity, false),
    (100, 300, 0, -1, false), (100, 300, 0, .nan, false),
  ]

  @Test(arguments: cases)
  func `it is more than what remains if the chance makes it so`(
    firstByte: Int, transfer: Int, remaining: Int, chance: Double, isMore: Bool
  ) {
    let cost = RefetchCost(
      firstByte: .milliseconds(firstByte), transfer: .milliseconds(transfer))
    #expect(cost.isMore(than: .milliseconds(remaining), chanceOfReturn: chance) == isMore)
  }

  @Test(arguments: 1...4)
  func `a higher chance and a nearer end stop nothing that would be finished`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func time() -> Duration { .milliseconds(Int.random(in: 0..<5_000, using: &random)) }
    for _ in 0..<2_000 {
      let cost = RefetchCost(firstByte: time(), transfer: time())
      let remaining = [time(), time()].sorted()
      let chances = (0..<2).map { _ in Double.random(in: -0.5...1.5, using: &random) }.sorted()
      if cost.isMore(than: remaining[1], chanceOfReturn: chances[0]) {
        #expect(cost.isMore(than: remaining[0], chanceOfReturn: chances[0]))
        #expect(cost.isMore(than: remaining[1], chanceOfReturn: chances[1]))
      }
    }
  }
}
