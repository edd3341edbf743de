import PrefetchLab
import Prefetching
import Testing

/// The policies of others, by their numbers.
@Suite struct ForeignPolicyTests {
  /// A screenful of 20, from 100 to 120; lines of one item and one unit.
  private func position(
    _ direction: ScrollDirection = .forward, isDirectionKnown: Bool = true, speed: Double = 0,
    latency: Int? = nil, readyShare: Double = 1, last: Range<Int>? = nil
  ) -> ScrollPosition {
    var conditions = LoadConditions()
    conditions.timeToReady = latency.map { .milliseconds($0) }
    conditions.readyShare = readyShare
    return ScrollPosition(
      viewport: Viewport(offset: 100, length: 20),
      layout: LineLayout(itemCount: 1_000, itemsPerLine: 1, lineLength: 1),
      motion: ScrollMotion(
        direction: direction, isDirectionKnown: isDirectionKnown, speed: speed),
      conditions: conditions,
      lastDecision: last.map { .init(viewport: Viewport(offset: 100, length: 20), window: $0) })
  }

  @Test func `uikit: three quarters of a screenful ahead, nothing behind`() {
    #expect(UIKitPolicy().window(for: position(isDirectionKnown: false)) == 100..<135)
    #expect(UIKitPolicy().window(for: position(.backward, speed: 500)) == 85..<120)
  }

  @Test func `texture: little at first, then two and a half screenfuls and one and a half`() {
    let policy = TexturePolicy()
    #expect(policy.window(for: position(isDirectionKnown: false)) == 95..<130)
    #expect(policy.window(for: position(isDirectionKnown: false, last: 95..<130)) == 70..<170)
    #expect(policy.window(for: position()) == 70..<170)
    #expect(policy.window(for: position(.backward)) == 50..<150)
  }

  @Test func `arkui: two screenfuls, half of it behind, as much once a direction is not known`() {
    let policy = ArkUIPolicy()
    #expect(policy.window(for: position()) == 80..<160)
    #expect(policy.window(for: position(.backward)) == 60..<140)
    #expect(policy.window(for: position(isDirectionKnown: false)) == 60..<160)
  }

  @Test(arguments: [
    (0, 40), (139, 40), (290, 40), (291, 80), (2_999, 80), (4_000, 80), (4_001, 20), (60_000, 20),
  ])
  func `arkui: latency limits the window`(latency: Int, ahead: Int) {
    let window = ArkUIPolicy().window(for: position(latency: latency))
    #expect(window?.upperBound == 120 + ahead)
  }

  @Test(arguments: [
    (141, 200, 200), (139, 200, 160), (290, 200, 200), (200, 160, 160), (291, 160, 200),
    (3_500, 200, 200), (3_500, 140, 140), (2_999, 140, 200), (4_001, 200, 140),
  ])
  func `arkui: between two edges the tier stays`(latency: Int, last: Int, end: Int) {
    let window = ArkUIPolicy().window(for: position(latency: latency, last: 90..<last))
    #expect(window?.upperBound == end)
  }

  @Test
  func `arkui: at rest the window grows with the ready share to the power of two and a half`() {
    let policy = ArkUIPolicy()
    #expect(policy.window(for: position(readyShare: 0)) == 100..<120)
    // 0.25 to the power of 2.5 is a thirty-second: 40 of it are 1.25.
    #expect(policy.window(for: position(readyShare: 0.25)) == 99..<122)
  }

  @Test func `arkui: a scroll of one item in two and a half seconds reaches the whole limit`() {
    let policy = ArkUIPolicy()
    #expect(policy.window(for: position(speed: 0.4, readyShare: 0)) == 80..<160)
    #expect(policy.window(for: position(speed: 0.2, readyShare: 0)) == 90..<140)
  }
}
