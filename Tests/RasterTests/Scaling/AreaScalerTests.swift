import Foundation
import TestSupport
import Testing

@testable import Raster

@Suite struct AreaScalerTests {
  @Test(arguments: 1...60) func `every pixel is the average of the light on its area`(seed: UInt64)
  {
    var random = SeededRandom(seed: seed)
    let source = PixelImage.noise(
      PixelSize(
        width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random)),
      alphas: seed.isMultiple(of: 2) ? [255] : [0, 1, 3, 128, 254, 255], using: &random)
    let crop = PixelRect.random(in: source.size, using: &random)
    let target = PixelSize(
      width: .random(in: 1...crop.size.width, using: &random),
      height: .random(in: 1...crop.size.height, using: &random))
    let result = source.scaled(crop, to: target)
    for y in 0..<target.height {
      for x in 0..<target.width {
        let exact = source.average(crop, target: target, x: x, y: y)
        let pixel = result.pixels[y * target.width + x].channels
        #expect(abs(pixel.w - exact.w) <= 1)
        // The color of a nearly transparent pixel does not matter.
        if exact.w < 1 { continue }
        for channel in 0..<3 { #expect(abs(pixel[channel] - exact[channel]) <= 1) }
      }
    }
  }

  @Test func `at its own size, a picture does not change`() {
    var random = SeededRandom(seed: 7)
    let source = PixelImage.noise(
      PixelSize(width: 37, height: 23), alphas: [1, 2, 100, 255], using: &random)
    #expect(source.scaled(to: source.size) == source)
  }

  @Test(arguments: [
    PixelSize(width: 32_768, height: 40), PixelSize(width: 40, height: 32_768),
  ]) func `the largest pictures keep one color exactly`(size: PixelSize) {
    for pixel: UInt32 in [0xFFFF_FFFF, 0xFF01_80FE, 0x80FF_01FF] {
      let source = PixelImage(size: size, filledWith: pixel)
      for target in [PixelSize(width: 1, height: 1), PixelSize(width: 7, height: 13)] {
        #expect(source.scaled(to: target).pixels.allSatisfy { $0 == pixel })
      }
    }
  }

  @Test func `transparent pixels lend no color`() {
    let source = PixelImage(
      size: PixelSize(width: 2, height: 1), pixels: [0x00FF_FFFF, 0xFF10_2030])
    #expect(source.scaled(to: PixelSize(width: 1, height: 1)).pixels == [0x8010_2030])
  }

  @Test func `a fine pattern keeps its brightness`() {
    let size = PixelSize(width: 64, height: 64)
    let board = PixelImage(
      size: size,
      pixels: (0..<size.area).map {
        ($0 + $0 / size.width).isMultiple(of: 2) ? 0xFF00_0000 : 0xFFFF_FFFF
      })
    // Half the light is the value 188: half the value, 128, would be a fifth of the light.
    for target in [PixelSize(width: 1, height: 1), PixelSize(width: 32, height: 16)] {
      #expect(board.scaled(to: target).pixels.allSatisfy { $0 == 0xFFBC_BCBC })
    }
  }

  @Test func `rows that never come stay transparent`() {
    let source = PixelImage(size: PixelSize(width: 4, height: 8), filledWith: 0xFF12_3456)
    var scaler = AreaScaler(source: source.size, target: PixelSize(width: 2, height: 4))
    for row in 0..<4 { source.append(row: row, to: &scaler) }
    #expect(!scaler.isComplete)
    #expect(scaler.image.pixels == Array(repeating: 0xFF12_3456, count: 4) + [0, 0, 0, 0])
  }

  @Test func `a row that is partly there shows through in part`() {
    let source = PixelImage(size: PixelSize(width: 4, height: 8), filledWith: 0xFF12_3456)
    var scaler = AreaScaler(source: source.size, target: PixelSize(width: 1, height: 2))
    for row in 0..<6 { source.append(row: row, to: &scaler) }
    #expect(scaler.image.pixels == [0xFF12_3456, 0x8012_3456])
    for row in 6..<8 { source.append(row: row, to: &scaler) }
    #expect(scaler.image.pixels == [0xFF12_3456, 0xFF12_3456])
  }

  @Test func `rows beyond the last change nothing`() {
    let source = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 0xFF12_3456)
    var scaler = AreaScaler(
      source: source.size, crop: PixelRect(x: 1, y: 1, size: PixelSize(width: 2, height: 2)),
      target: PixelSize(width: 1, height: 2))
    for row in 0..<3 { source.append(row: row, to: &scaler) }
    #expect(scaler.isComplete)
    let image = scaler.image
    source.append(row: 3, to: &scaler)
    #expect(scaler.image == image)
  }
}

extension PixelImage {
  static func noise(
    _ size: PixelSize, alphas: [UInt32], using random: inout SeededRandom
  ) -> PixelImage {
    let pixels = (0..<size.area).map { _ in
      UInt32.random(in: 0...0xFF_FFFF, using: &random)
        | (alphas.randomElement(using: &random) ?? 255) << 24
    }
    return PixelImage(size: size, pixels: pixels)
  }

  func append(row: Int, to scaler: inout AreaScaler) {
    pixels.withUnsafeBufferPointer { pixels in
      scaler.append(
        UnsafeBufferPointer(rebasing: pixels[row * size.width..<(row + 1) * size.width]))
    }
  }

  func scaled(_ crop: PixelRect? = nil, to target: PixelSize) -> PixelImage {
    let crop = crop ?? PixelRect(x: 0, y: 0, size: size)
    var scaler = AreaScaler(source: size, crop: crop, target: target)
    for row in 0..<size.height { append(row: row, to: &scaler) }
    return scaler.image
  }

  /// The obvious way to average light, in double precision: values of blue, green, red, alpha.
  func average(_ crop: PixelRect, target: PixelSize, x: Int, y: Int) -> SIMD4<Double> {
    func overlap(_ pixel: Int, _ position: Int, _ source: Int, _ target: Int) -> Double {
      let scale = Double(source) / Double(target)
      let start = max(Double(pixel), Double(position) * scale)
      return max(0, min(Double(pixel + 1), Double(position + 1) * scale) - start) / scale
    }
    var sum = SIMD4<Double>.zero
    for row in 0..<crop.size.height {
      let height = overlap(row, y, crop.size.height, target.height)
      if height == 0 { continue }
      for column in 0..<crop.size.width {
        let share = height * overlap(column, x, crop.size.width, target.width)
        var pixel = pixels[(crop.y + row) * size.width + crop.x + column].channels
        let alpha = pixel.w
        for channel in 0..<3 { pixel[channel] = light(pixel[channel] / 255) }
        pixel *= alpha / 255
        pixel.w = alpha
        sum += pixel * share
      }
    }
    let alpha = sum.w
    if alpha == 0 { return .zero }
    sum *= 255 / alpha
    for channel in 0..<3 { sum[channel] = 255 * value(sum[channel]) }
    sum.w = alpha
    return sum
  }
}

/// The light of an sRGB value, both from 0 to 1 (IEC 61966-2-1).
func light(_ value: Double) -> Double {
  value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}

/// The sRGB value of an amount of light, both from 0 to 1.
func value(_ light: Double) -> Double {
  light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
}

extension PixelRect {
  static func random(in size: PixelSize, using random: inout SeededRandom) -> PixelRect {
    let width = Int.random(in: 1...size.width, using: &random)
    let height = Int.random(in: 1...size.height, using: &random)
    return PixelRect(
      x: .random(in: 0...size.width - width, using: &random),
      y: .random(in: 0...size.height - height, using: &random),
      size: PixelSize(width: width, height: height))
  }
}

extension UInt32 {
  /// Blue, green, red, alpha.
  var channels: SIMD4<Double> {
    SIMD4(Double(self & 255), Double(self >> 8 & 255), Double(self >> 16 & 255), Double(self >> 24))
  }
}
