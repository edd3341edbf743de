import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct ExifOrientationTests {
  @Test func `both byte orders are read, with and without a prefix`() {
    let little: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let big: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    for tiff in [little, big] {
      #expect(orientation(of: tiff) == .rightTurn)
      #expect(orientation(of: Array("Exif\0\0".utf8) + tiff) == .rightTurn)
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

  private func orientation(of bytes: [UInt8]) -> Orientation {
    bytes.withUnsafeBytes { Orientation(exif: $0) }
  }
}
