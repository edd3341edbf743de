import PrefetchLab
import Prefetching
import TestSupport
import Testing

/// Holds for every policy that the laboratory has beside the program's.
@Suite struct ComparedPolicyTests {
  private static let foreign = [ComparedPolicy.uikit, .texture, .arkui]

  @Test func `the program's policies are compared with the others, each by its own name`() {
    let names = ComparedPolicy.allCases.map(\.rawValue)
    #expect(names == ["off", "static", "uikit", "texture", "arkui", "adaptive"])
    #expect(ComparedPolicy.allCases.map(\.policy.name) == names)
    for name in PrefetchPolicyName.allCases {
      let compared = ComparedPolicy(rawValue: name.rawValue)?.policy
      #expect(compared.map { type(of: $0) == type(of: name.policy) } == true)
    }
  }

  @Test(arguments: foreign)
  func `no position traps, and the same one gives the same window`(
    name: ComparedPolicy
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

  @Test(arguments: foreign)
  func `a window holds the viewport and reaches no farther than four screenfuls`(
    name: ComparedPolicy
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

  @Test(arguments: foreign)
  func `the way back is the way there in a mirror`(name: ComparedPolicy) throws {
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
