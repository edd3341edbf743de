import TestSupport
import Testing

@testable import Raster

@Suite struct PicturePaletteTests {
  private static func palette(_ pixels: [UInt32], _ count: Int) -> PicturePalette {
    pixels.withUnsafeBufferPointer { PicturePalette(of: $0, count: count) }
  }

  private static func tally(_ pixels: [UInt32]) -> [ColorTally.Entry] {
    pixels.withUnsafeBufferPointer { ColorTally($0).entries }
  }

  /// The sum of squared distances of grays from their means, in the best division into two.
  private static func leastError(_ grays: [Double]) -> Double {
    let sorted = grays.sorted()
    func error(_ part: ArraySlice<Double>) -> Double {
      let mean = part.reduce(0, +) / Double(part.count)
      return part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    return (1..<sorted.count).map { error(sorted[..<$0]) + error(sorted[$0...]) }.min() ?? 0
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `few colors are counted one by one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let colors = (0..<40).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    let pixels = (0..<600).map { _ in 0xFF00_0000 | colors[.random(in: 0..<40, using: &random)] }
    let naive = Dictionary(grouping: pixels) { $0 }.mapValues(\.count)
    let entries = Self.tally(pixels)
    #expect(entries.count == naive.count)
    for entry in entries {
      let color = UInt32(entry.x) << 16 | UInt32(entry.y) << 8 | UInt32(entry.z)
      #expect(naive[0xFF00_0000 | color] == Int(entry.w))
    }
  }

  @Test func `the tally of many colors is limited, and counts about all pixels`() {
    let noise = PictureSamples.noise(PixelSize(width: 300, height: 200), seed: 5).pixels
    let entries = Self.tally(noise.map { $0 | 0xFF00_0000 })
    #expect((500...ColorTally.mostColors).contains(entries.count))
    let pixels = Double(entries.reduce(0) { $0 + $1.w })
    #expect(abs(pixels - Double(noise.count)) < 0.1 * Double(noise.count))
    let red = noise.reduce(0) { $0 + Double($1 >> 16 & 255) } / Double(noise.count)
    #expect(abs(entries.reduce(0) { $0 + Double($1.x * $1.w) } / pixels - red) < 2)
  }

  @Test(arguments: [90, 91, 92, 96, 100, 105, 128])
  func `no column of a picture with many colors is skipped`(width: Int) {
    let noise = PictureSamples.noise(PixelSize(width: width, height: 400), seed: 6).pixels
    let columns = noise.enumerated().map { place, pixel in
      let x = UInt32(place % width)
      return place < 100 * width ? pixel | 0xFF00_0000 : 0xFF00_0000 | (x & 127) << 17 | 0x40
    }
    let entries = Self.tally(columns)
    for x in 0..<min(width, 128) {
      let near = entries.filter { abs($0.x - Float(2 * x)) < 16 && $0.y < 16 && $0.z < 80 }
      #expect(near.contains { $0.w > 20 }, "\(x)")
    }
  }

  @Test func `one pixel among many keeps its color`() {
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 1 << 18)
    pixels[1000] = 0xFFEB_EBEB
    #expect(Self.palette(pixels, 16).colors.count == 2)
  }

  @Test func `colors that nobody tells apart share a register`() {
    // Four blues, and 300 greens of a pixel each that are further apart.
    let blues = (0..<100_000 as Range<UInt32>).map { 0xFF80_8000 | $0 & 3 }
    let many = blues + (0..<300 as Range<UInt32>).map { 0xFF00_0000 | ($0 & 255) << 8 | $0 & 1 }
    #expect(Self.palette(many, 256).colors.count < 40)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a picture with no more colors than registers keeps them, the most frequent first`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var isKnown = Set<RegisterColor>()
    let colors = (0..<Int.random(in: 1...256, using: &random)).map { _ in
      RegisterColor(
        red: .random(in: 0...100, using: &random), green: .random(in: 0...100, using: &random),
        blue: .random(in: 0...100, using: &random))
    }.filter { isKnown.insert($0).inserted }
    let pixels = colors.enumerated().flatMap { place, color in
      let channels = color.channels &>> 4
      let pixel = UInt32(channels.z) << 16 | UInt32(channels.y) << 8 | UInt32(channels.x)
      return Array(repeating: 0xFF00_0000 | pixel, count: colors.count - place)
    }
    let palette = Self.palette(pixels, 256)
    #expect(palette.colors == colors)
    #expect(palette.squaredError == 0)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `two colors of grays are not much worse than the best two`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let grays = (0..<Int.random(in: 3...12, using: &random)).map { _ in
      UInt32.random(in: 0...255, using: &random)
    }
    let palette = Self.palette(grays.map { 0xFF00_0000 | $0 &* 0x01_0101 }, 2)
    #expect(palette.colors.count <= 2)
    let error = grays.reduce(0.0) { sum, gray in
      sum
        + (palette.colors.map { color in
          let difference = Double(color.channels.x) / 16 - Double(gray)
          return difference * difference
        }.min() ?? .infinity)
    }
    // A rounded percent is up to 1.3 levels away.
    #expect(error <= 2.5 * Self.leastError(grays.map(Double.init)) + 4 * Double(grays.count))
  }

  @Test(arguments: [2, 16, 100, 256])
  func `registers are bounded, and no two are alike`(count: Int) {
    let noise = PictureSamples.noise(PixelSize(width: 90, height: 70), seed: 8).pixels
    let colors = Self.palette(noise.map { $0 | 0xFF00_0000 }, count).colors
    #expect((1...count).contains(colors.count))
    #expect(Set(colors).count == colors.count)
  }
}
