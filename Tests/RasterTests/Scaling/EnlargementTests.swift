import TestSupport
import Testing

@testable import Raster

@Suite struct EnlargementTests {
  private func picture(
    _ size: PixelSize, alphas: [UInt32], using random: inout SeededRandom
  ) -> PixelImage {
    PixelImage(
      size: size,
      pixels: (0..<size.area).map { _ in
        (alphas.randomElement(using: &random) ?? 255) << 24
          | UInt32.random(in: 0...0xFF_FFFF, using: &random)
      })
  }

  private func whole(_ size: PixelSize) -> PixelRect { PixelRect(x: 0, y: 0, size: size) }

  // MARK: - Smooth

  @Test(arguments: UInt64(0)..<Thoroughness.rounds(short: 12, full: 60))
  func `every pixel is what Catmull and Rom's cubic gives in double precision`(seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...20, using: &random), height: .random(in: 1...20, using: &random))
    let image = picture(size, alphas: seed % 2 == 0 ? [255] : [0, 1, 128, 255], using: &random)
    let target = PixelSize(
      width: .random(in: size.width...90, using: &random),
      height: .random(in: (size.height + 1) / 2...90, using: &random))
    guard target.width > size.width || target.height > size.height else { return }
    let large = try #require(image.shown(in: whole(target), ofSize: target, enlarged: .smooth))
    #expect(large.size == target)
    for y in 0..<target.height {
      for x in 0..<target.width {
        let exact = image.cubic(x, y, of: target)
        let pixel = large.pixels[y * target.width + x].channels
        #expect(abs(pixel.w - min(max(exact.w, 0), 255)) <= 1)
        // The color of a nearly transparent pixel does not matter.
        if exact.w < 2 { continue }
        for channel in 0..<3 {
          let value = min(max(exact[channel], 0), 255)
          #expect(abs(pixel[channel] - value) <= 1, "\(x), \(y)")
        }
      }
    }
  }

  @Test func `a part is what the whole has there`() throws {
    var random = SeededRandom(seed: 5)
    let image = picture(PixelSize(width: 13, height: 9), alphas: [255, 90], using: &random)
    let size = PixelSize(width: 71, height: 40)
    let large = try #require(image.shown(in: whole(size), ofSize: size, enlarged: .smooth))
    for _ in 0..<40 {
      let window = PixelRect(
        x: .random(in: 0..<60, using: &random), y: .random(in: 0..<30, using: &random),
        size: PixelSize(
          width: .random(in: 1...11, using: &random), height: .random(in: 1...10, using: &random)))
      let part = image.shown(in: window, ofSize: size, enlarged: .smooth)
      #expect(part == large.shown(in: window, ofSize: size))
    }
  }

  @Test func `one color stays that color, whatever the sizes`() throws {
    for (side, target) in [(1, 50), (2, 77), (3, 9), (40, 111)] {
      let image = PixelImage(size: PixelSize(width: side, height: side), filledWith: 0xFF12_80FE)
      let size = PixelSize(width: target, height: target)
      let large = try #require(image.shown(in: whole(size), ofSize: size, enlarged: .smooth))
      #expect(large.pixels.allSatisfy { $0 == 0xFF12_80FE })
    }
  }

  @Test func `transparent pixels lend no color`() throws {
    let image = PixelImage(
      size: PixelSize(width: 2, height: 1), pixels: [0x00FF_FFFF, 0xFF10_2030])
    let size = PixelSize(width: 12, height: 6)
    let large = try #require(image.shown(in: whole(size), ofSize: size, enlarged: .smooth))
    for pixel in large.pixels where pixel >> 24 > 2 {
      #expect(abs(pixel.channels.x - 0x30) <= 1 && abs(pixel.channels.z - 0x10) <= 1)
    }
  }

  @Test func `smooth enlargement leaves reduction as it is`() {
    var random = SeededRandom(seed: 6)
    let image = picture(PixelSize(width: 30, height: 20), alphas: [255], using: &random)
    let size = PixelSize(width: 9, height: 7)
    #expect(
      image.shown(in: whole(size), ofSize: size, enlarged: .smooth)
        == image.shown(in: whole(size), ofSize: size))
  }

  // MARK: - Blocks

  @Test func `at a whole factor every pixel is a rectangle of its color`() throws {
    var random = SeededRandom(seed: 7)
    for (across, down) in [(1, 2), (2, 1), (3, 3), (4, 3), (8, 8)] {
      let image = picture(PixelSize(width: 7, height: 5), alphas: [255], using: &random)
      let size = PixelSize(width: 7 * across, height: 5 * down)
      let large = try #require(image.shown(in: whole(size), ofSize: size, enlarged: .blocks))
      for index in large.pixels.indices {
        let (x, y) = (index % size.width / across, index / size.width / down)
        #expect(large.pixels[index] == image.pixels[y * 7 + x])
      }
    }
  }

  // MARK: - Which

  @Test func `small pictures of few colors are enlarged in blocks, all others smoothly`() {
    func way(_ width: Int, _ height: Int, colors: Int) -> Enlargement {
      let size = PixelSize(width: width, height: height)
      return Enlargement(
        suiting: PixelImage(
          size: size, pixels: (0..<size.area).map { 0xFF00_0000 | UInt32($0 % colors) }))
    }
    #expect(way(16, 16, colors: 64) == .blocks)
    #expect(way(16, 16, colors: 65) == .smooth)
    #expect(way(128, 128, colors: 2) == .blocks)
    #expect(way(129, 8, colors: 2) == .smooth)
    #expect(way(8, 129, colors: 2) == .smooth)
  }

  @Test func `all transparent pixels are one color`() {
    let pixels = (0..<256).map { UInt32($0 < 200 ? $0 : 0xFF00_0000) }
    let image = PixelImage(size: PixelSize(width: 16, height: 16), pixels: pixels)
    #expect(Enlargement(suiting: image) == .blocks)
  }
}

extension PixelImage {
  /// The pixel at a place of the picture in another size: all source pixels, each by its weight.
  fileprivate func cubic(_ x: Int, _ y: Int, of whole: PixelSize) -> SIMD4<Double> {
    let columns = Self.weights(x, of: whole.width, from: size.width)
    let rows = Self.weights(y, of: whole.height, from: size.height)
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in rows.enumerated() {
      for (column, weight) in columns.enumerated() {
        let pixel = pixels[row * size.width + column].channels
        var light = pixel * (pixel.w / 255)
        light.w = pixel.w
        sum += light * (weight * rowWeight)
      }
    }
    var straight = sum * (255 / max(sum.w, 0.001))
    straight.w = sum.w
    return straight
  }

  /// The weight of each source pixel, with those beyond the edges given to the pixel at the edge.
  private static func weights(_ place: Int, of whole: Int, from source: Int) -> [Double] {
    let ratio = Double(source) / Double(whole)
    let center = (Double(place) + 0.5) * ratio - 0.5
    var weights = [Double](repeating: 0, count: source)
    for pixel in -200..<200 + source {
      let distance = abs(Double(pixel) - center) / max(1, ratio)
      let weight: Double =
        distance < 1
        ? 1.5 * distance * distance * distance - 2.5 * distance * distance + 1
        : distance < 2
          ? -0.5 * distance * distance * distance + 2.5 * distance * distance - 4 * distance + 2
          : 0
      weights[min(max(0, pixel), source - 1)] += weight
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }
}
