import TestSupport
import Testing

@testable import Raster

@Suite struct NearestColorsTests {
  private typealias Channels = NearestColors.Channels

  private static func channels(using random: inout SeededRandom, step: Int16) -> Channels {
    var channels = Channels(repeating: NearestColors.opaque)
    for channel in 0..<3 {
      channels[channel] = .random(in: 0...NearestColors.opaque / step, using: &random) * step
    }
    return channels
  }

  private static func distance(_ one: Channels, _ other: Channels) -> Int {
    (0..<3).reduce(0) { sum, channel in
      let difference = Int(one[channel]) - Int(other[channel])
      return sum + difference * difference
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `few colors of the palette are nearer than the one that is found`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = [1, 2, 3, 12, 17, 60, 256][Int(seed % 7)]
    // Some palettes stand close together, some have equal distances.
    let step: Int16 = [1, 16, 240][Int(seed % 3)]
    let palette = (0..<count).map { _ in Self.channels(using: &random, step: step) }
    let nearest = NearestColors(palette)
    var farther = 0
    for _ in 0..<500 {
      let wanted = Self.channels(using: &random, step: 1)
      let found = nearest.near(to: wanted, from: .random(in: 0..<count, using: &random))
      let least = palette.map { Self.distance($0, wanted) }.min() ?? 0
      let distance = Self.distance(palette[found], wanted)
      #expect(Int(nearest.distance(of: found, to: wanted)) == distance)
      if distance > least { farther += 1 }
    }
    #expect(farther <= (count <= NearestColors.reach ? 0 : 50), "\(farther) of 500")
  }

  @Test(arguments: 0..<7 as Range<UInt64>)
  func `neighbors are the nearest other colors in ascending order`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = [1, 2, 5, 17, 18, 100, 256][Int(seed)]
    let palette = (0..<count).map { _ in Self.channels(using: &random, step: 16) }
    let nearest = NearestColors(palette)
    #expect(nearest.neighborCount == min(count - 1, NearestColors.reach))
    for color in 0..<count {
      let distances = palette.indices.filter { $0 != color }
        .map { Self.distance(palette[$0], palette[color]) }.sorted()
      let list = nearest.neighbors + color * NearestColors.reach
      for index in 0..<nearest.neighborCount {
        let other = Int(list[index].color)
        #expect(Int(list[index].distance) == distances[index])
        #expect(other != color && Self.distance(palette[other], palette[color]) == distances[index])
      }
    }
  }

  @Test func `a part of the color space has a color near to its middle, and keeps it`() {
    var random = SeededRandom(seed: 3)
    let palette = (0..<200).map { _ in Self.channels(using: &random, step: 1) }
    let lookup = ColorLookup(palette)
    var (found, nearest) = (0.0, 0.0)
    for _ in 0..<2000 {
      let wanted = Self.channels(using: &random, step: 1)
      let middle = wanted & -64 | 32
      let color = lookup.color(for: wanted, in: lookup.parts)
      found += Double(Self.distance(palette[color], middle)).squareRoot()
      nearest += palette.map { Double(Self.distance($0, middle)).squareRoot() }.min() ?? 0
      #expect(lookup.color(for: wanted, in: lookup.parts) == color, "remembered")
    }
    #expect(found <= 1.03 * nearest)
  }

  @Test func `a color far from a crowd of others is found`() {
    var random = SeededRandom(seed: 4)
    let crowd = (0..<200).map { _ in
      Self.channels(using: &random, step: 1) / 16 &+ Channels(0, 0, 0, NearestColors.opaque)
    }
    let nearest = NearestColors(crowd + [Channels(3_000, 3_000, 3_000, NearestColors.opaque)])
    for guess in 0..<200 {
      #expect(
        nearest.near(to: Channels(3_200, 2_900, 3_100, NearestColors.opaque), from: guess) == 200)
    }
  }
}
