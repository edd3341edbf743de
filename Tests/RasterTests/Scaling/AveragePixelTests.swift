import TestSupport
import Testing

@testable import Raster

@Suite struct AveragePixelTests {
  @Test(arguments: [0xFF00_0000, 0xFF12_3456, 0xFFFF_FFFF, 0x80FF_8000] as [UInt32])
  func `a picture of one color has that mean, whatever its size`(pixel: UInt32) {
    for size in [(1, 1), (7, 3), (64, 64), (1_000, 700)] {
      let image = PixelImage(
        size: PixelSize(width: size.0, height: size.1), filledWith: pixel)
      #expect(image.averagePixel() == pixel)
    }
  }

  @Test func `empty and transparent pictures have no mean`() {
    #expect(PixelImage(size: PixelSize(width: 0, height: 0), pixels: []).averagePixel() == 0)
    let hidden = PixelImage(size: PixelSize(width: 3, height: 3), filledWith: 0x00FF_FFFF)
    #expect(hidden.averagePixel() == 0)
  }

  @Test func `light is averaged, not the values that stand for it`() {
    let image = PixelImage(
      size: PixelSize(width: 2, height: 1), pixels: [0xFF00_0000, 0xFFFF_FFFF])
    #expect(image.averagePixel() == 0xFFBC_BCBC)
  }

  @Test func `a transparent pixel's color does not count`() {
    let image = PixelImage(
      size: PixelSize(width: 2, height: 1), pixels: [0x00FF_FFFF, 0xFF10_2030])
    #expect(image.averagePixel() == 0x7F10_2030)
  }

  @Test func `a sample is near the mean of all, in stripes of any width too`() {
    for (width, stripe) in [(512, 1), (640, 5), (1_024, 16), (750, 75), (999, 3)] {
      let size = PixelSize(width: width, height: 600)
      let pixels = (0..<size.area).map { index -> UInt32 in
        (index % width / stripe).isMultiple(of: 2) ? 0xFF00_0000 : 0xFFFF_FFFF
      }
      let mean = PixelImage(size: size, pixels: pixels).averagePixel()
      #expect(abs(Int(mean & 255) - 0xBC) <= 12, "\(width) \(stripe): \(mean & 255)")
    }
  }

  @Test func `it is what scaling to one pixel gives`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      let size = PixelSize(
        width: .random(in: 1...30, using: &random), height: .random(in: 1...30, using: &random))
      let image = PixelImage(
        size: size, pixels: (0..<size.area).map { _ in .random(in: 0...UInt32.max, using: &random) }
      )
      var scaler = AreaScaler(source: size, target: PixelSize(width: 1, height: 1))
      for y in 0..<size.height {
        Array(image.pixels[y * size.width..<(y + 1) * size.width]).withUnsafeBufferPointer {
          scaler.append($0)
        }
      }
      let (mean, scaled) = (image.averagePixel(), scaler.image.pixels[0])
      for shift in stride(from: 0, to: 32, by: 8) {
        #expect(abs(Int(mean >> shift & 255) - Int(scaled >> shift & 255)) <= 1)
      }
    }
  }
}
