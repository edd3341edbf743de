import Prefetching
import Testing

@Suite struct StaticPolicyTests {
  private func window(
    _ policy: StaticPolicy, at offset: Int, length: Int = 20,
    direction: ScrollDirection = .forward, decidedAt last: Int? = nil
  ) -> Range<Int>? {
    policy.window(
      for: ScrollPosition(
        viewport: Viewport(offset: offset, length: length),
        layout: LineLayout(itemCount: 1000, itemsPerLine: 1, lineLength: 1),
        motion: ScrollMotion(direction: direction),
        lastDecision: last.map {
          .init(viewport: Viewport(offset: $0, length: length), window: 0..<0)
        }))
  }

  @Test func `one screenful ahead, and as much of the viewport as a short move can hide`() {
    #expect(window(StaticPolicy(), at: 100) == 115..<140)
    #expect(window(StaticPolicy(), at: 100, direction: .backward) == 80..<105)
  }

  @Test func `the window stays until more than a quarter of the viewport is passed`() {
    #expect(window(StaticPolicy(), at: 105, decidedAt: 100) == nil)
    #expect(window(StaticPolicy(), at: 95, direction: .backward, decidedAt: 100) == nil)
    #expect(window(StaticPolicy(), at: 106, decidedAt: 100) == 121..<146)
    #expect(window(StaticPolicy(), at: 94, direction: .backward, decidedAt: 100) == 74..<99)
  }

  @Test func `ratio and threshold are parameters`() {
    let policy = StaticPolicy(ratio: 2.5, threshold: 0)
    #expect(window(policy, at: 100) == 120..<170)
    #expect(window(policy, at: 101, decidedAt: 100) == 121..<171)
    #expect(window(policy, at: 100, decidedAt: 100) == nil)
  }

  @Test func `a part of a cell counts as a whole one`() {
    #expect(window(StaticPolicy(ratio: 0.5, threshold: 0.25), at: 0, length: 7) == 5..<11)
  }

  @Test func `no number from outside traps`() {
    for strange in [-1, -Double.infinity, .nan] {
      #expect(
        StaticPolicy(ratio: strange, threshold: strange) == StaticPolicy(ratio: 0, threshold: 0))
    }
    let boundless = StaticPolicy(ratio: .infinity, threshold: .infinity)
    #expect(window(boundless, at: 100) == 100..<Int.max)
    #expect(window(boundless, at: 100, direction: .backward) == -Int.max + 100..<120)
    #expect(window(boundless, at: 100, length: 0) == 100..<100)
    #expect(window(boundless, at: .max, length: .max) != nil)
    #expect(window(boundless, at: .min, length: .max, direction: .backward) != nil)
    #expect(window(StaticPolicy(), at: .max, length: 4, decidedAt: .min) != nil)
  }

  @Test func `the policies have the names of the options`() {
    #expect(StaticPolicy().name == "static")
    #expect(OffPolicy().name == "off")
  }
}
