import TestSupport
import Testing

@testable import Raster

@Suite struct ContrastSearchTests {
  private typealias Parts = SIMD8<Float>

  private static func withoutMean(_ parts: Parts) -> Parts { parts - parts.sum() / 8 }

  private static func noise(using random: inout SeededRandom) -> Parts {
    var parts = Parts()
    for part in 0..<8 { parts[part] = Float(UInt8.random(in: 0...255, using: &random)) }
    return withoutMean(parts)
  }

  private static func random(_ count: Int, using random: inout SeededRandom) -> [Parts] {
    (0..<count).map { _ in
      let parts = noise(using: &random)
      return parts / (parts * parts).sum().squareRoot()
    }
  }

  @Test(arguments: [1, 2, 8, 9, 94])
  func `hardly any shape is more like the pixels than the one that is found`(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let shapes = Self.random(count, using: &random)
    let search = ContrastSearch(shapes)
    for _ in 0..<300 {
      let pixels = Self.noise(using: &random) * (Bool.random(using: &random) ? 1 : 1 / 64)
      let found = try #require(search.closest(pixels))
      let length = (pixels * pixels).sum().squareRoot()
      let likeness = shapes.map { abs(($0 * pixels).sum()) / length }
      #expect(likeness[found] > (likeness.max() ?? 0) - 0.02)
    }
  }

  @Test func `channels are compared along the line on which they vary`() {
    var random = SeededRandom(seed: 1)
    let search = ContrastSearch(Self.random(94, using: &random))
    for _ in 0..<100 {
      let pixels = Self.noise(using: &random)
      let found = search.closest(pixels)
      #expect(search.closest(pixels, pixels * -0.5, Parts()) == found)
      #expect(search.closest(Parts(), Parts(), pixels) == found)
    }
  }

  @Test func `equal pixels are like no shape`() {
    var random = SeededRandom(seed: 2)
    let search = ContrastSearch(Self.random(94, using: &random))
    #expect(search.closest(Parts()) == nil)
    #expect(search.closest(Parts(), Parts(), Parts()) == nil)
  }
}
