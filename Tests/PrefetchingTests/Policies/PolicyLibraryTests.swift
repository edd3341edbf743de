import Prefetching
import TestSupport
import Testing

/// Holds for every policy at every position.
@Suite struct PolicyLibraryTests {
  @Test func `a policy has its own name`() {
    let names = PrefetchPolicyName.allCases.map(\.rawValue)
    #expect(names == ["off", "static", "uikit", "texture", "arkui", "adaptive"])
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

  @Test(arguments: [PrefetchPolicyName.uikit, .texture, .arkui])
  func `a window holds the viewport and reaches no farther than four screenfuls`(
    name: PrefetchPolicyName
  ) throws {
    var random = SeededRandom(seed: 9)
    for _ in 1...5_000 {
      let position = ScrollPosition.ordinary(using: &random)
      let window = try #require(name.policy.window(for: position))
      let viewport = position.viewport
      #expect(window.lowerBound <= viewport.offset)
      #expect(window.upperBound >= viewport.range.upperBound)
      #expect(window.lowerBound >= viewport.offset - 4 * viewport.length)
      #expect(window.upperBound <= viewport.range.upperBound + 4 * viewport.length)
    }
  }

  @Test(arguments: [PrefetchPolicyName.static, .uikit, .texture, .arkui])
  func `the way back is the way there in a mirror`(name: PrefetchPolicyName) throws {
    var random = SeededRandom(seed: 13)
    for _ in 1...2_000 {
      var there = ScrollPosition.ordinary(using: &random)
      there.motion.direction = .forward
      there.lastDecision = nil
      var back = there
      back.motion.direction = .backward
      let viewport = there.viewport
      let ahead = try #require(name.policy.window(for: there))
      let behind = try #require(name.policy.window(for: back))
      #expect(
        ahead.upperBound - viewport.range.upperBound == viewport.offset - behind.lowerBound)
      #expect(
        viewport.offset - ahead.lowerBound == behind.upperBound - viewport.range.upperBound)
    }
  }
}

extension ScrollPosition {
  /// Somewhere in a content of a few hundred lines.
  fileprivate static func ordinary(using random: inout SeededRandom) -> ScrollPosition {
    let length = Int.random(in: 1...60, using: &random)
    var motion = ScrollMotion(
      direction: Bool.random(using: &random) ? .forward : .backward,
      isDirectionKnown: Bool.random(using: &random))
    motion.speed = [0, 0.1, 5, 300].randomElement(using: &random) ?? 0
    var conditions = LoadConditions()
    conditions.averageTimeToReady =
      Bool.random(using: &random) ? nil : .milliseconds(Int.random(in: 0...6_000, using: &random))
    conditions.readyShare = Double.random(in: 0...1, using: &random)
    return ScrollPosition(
      viewport: Viewport(offset: Int.random(in: 0...4_000, using: &random), length: length),
      layout: LineLayout(
        itemCount: 1_000, itemsPerLine: Int.random(in: 1...5, using: &random), lineLength: 8),
      motion: motion, conditions: conditions,
      lastDecision: Bool.random(using: &random)
        ? nil
        : Decision(
          viewport: Viewport(offset: Int.random(in: 0...4_000, using: &random), length: length),
          window: 0..<Int.random(in: 0...9_000, using: &random)))
  }
}
