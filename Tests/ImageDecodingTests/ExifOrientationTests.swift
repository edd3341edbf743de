import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct ExifOrientationTests {
  /// `a b c` over `d e f`, as stored.
  private let stored = PixelImage(size: PixelSize(width: 3, height: 2), pixels: Array(1...6))

  @Test(arguments: [
    (ExifOrientation.upright, 3, [1, 2, 3, 4, 5, 6] as [UInt32]),
    (.mirrored, 3, [3, 2, 1, 6, 5, 4]),
    (.upsideDown, 3, [6, 5, 4, 3, 2, 1]),
    (.flipped, 3, [4, 5, 6, 1, 2, 3]),
    (.transposed, 2, [1, 4, 2, 5, 3, 6]),
    (.turnedLeft, 2, [4, 1, 5, 2, 6, 3]),
    (.transversed, 2, [6, 3, 5, 2, 4, 1]),
    (.turnedRight, 2, [3, 6, 2, 5, 1, 4]),
  ]) func `each orientation has its turn`(
    orientation: ExifOrientation, width: Int, pixels: [UInt32]
  ) {
    let seen = stored.oriented(by: orientation)
    #expect(seen.size == PixelSize(width: width, height: 6 / width))
    #expect(seen.pixels == pixels)
  }

  @Test func `both byte orders are read, with and without a prefix`() {
    let little: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let big: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    for tiff in [little, big] {
      #expect(orientation(of: tiff) == .turnedLeft)
      #expect(orientation(of: Array("Exif\0\0".utf8) + tiff) == .turnedLeft)
    }
  }

  @Test func `nonsense means upright`() {
    let tiff: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    for length in 0..<20 { #expect(orientation(of: Array(tiff.prefix(length))) == .upright) }
    for value: UInt8 in [0, 9, 255] {
      var strange = tiff
      strange[18] = value
      #expect(orientation(of: strange) == .upright)
    }
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      var strange = tiff
      for _ in 0..<4 {
        strange[.random(in: 2..<18, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = orientation(of: strange)
    }
  }

  private func orientation(of bytes: [UInt8]) -> ExifOrientation {
    bytes.withUnsafeBytes { ExifOrientation(exif: $0) }
  }
}
