import Prefetching
import TestSupport
import Testing

/// Holds for every policy at every position.
@Suite struct PolicyLibraryTests {
  @Test func `a policy has its own name`() {
    let names = PrefetchPolicyName.allCases.map(\.rawValue)
    #expect(names == ["off", "static", "adaptive"])
    #expect(PrefetchPolicyName.allCases.map(\.policy.name) == names)
    #expect(PrefetchPolicyName(rawValue: "preheat") == nil)
  }

  @Test(arguments: PrefetchPolicyName.allCases)
  func `no position traps, and the same one gives the same window`(
    name: PrefetchPolicyName
  ) {
    var random = SeededRandom(seed: 5)
    let policy = name.policy
    for _ in 1...20_000 {
      let position = ScrollPosition.strange(using: &random)
      let window = policy.window(for: position)
      #expect(window == policy.window(for: position))
      guard let window else { continue }
      #expect(window.lowerBound <= window.upperBound)
      // Turning the window into items must not trap either.
      _ = position.layout.items(in: window)
    }
  }

  @Test func `static: the way back is the way there in a mirror`() throws {
    let policy = StaticPolicy()
    var random = SeededRandom(seed: 13)
    for _ in 1...2_000 {
      var there = ScrollPosition.ordinary(using: &random)
      there.motion.direction = .forward
      there.lastDecision = nil
      var back = there
      back.motion.direction = .backward
      let viewport = there.viewport
      let ahead = try #require(policy.window(for: there))
      let behind = try #require(policy.window(for: back))
      #expect(
        ahead.upperBound - viewport.range.upperBound == viewport.offset - behind.lowerBound)
      #expect(
        viewport.offset - ahead.lowerBound == behind.upperBound - viewport.range.upperBound)
    }
  }
}
