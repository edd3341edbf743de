import ImageDecoding
import Raster
import TestSupport
import Testing

@testable import GalleryApp

@Suite struct PNGFileTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a decoder reads the pixels that were written`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...80, using: &random), height: .random(in: 1...40, using: &random))
    let rgb = (0..<3 * size.area).map { _ in UInt8.random(in: 0...255, using: &random) }
    let file = rgb.withUnsafeBytes { PNGFile.bytes(of: $0, size) }
    let picture = try file.withUnsafeBytes { bytes throws(ImageDecodingError) in
      try ImageDecoder().decode(
        bytes, target: ImageTarget(size: size), limits: DecodeLimits(maxPixels: size.area),
        isCancelled: { false })
    }
    #expect(picture.size == size && !picture.endsEarly)
    for (place, pixel) in picture.pixels.enumerated() {
      let wanted = rgb[3 * place..<3 * place + 3].reduce(0xFF) { $0 << 8 | UInt32($1) }
      guard pixel == wanted else {
        Issue.record("pixel \(place): \(pixel), not \(wanted)")
        return
      }
    }
  }

  @Test func `an even picture is less than a fiftieth of its bytes`() {
    let rgb = [UInt8](repeating: 99, count: 3 * 300 * 20)
    let file = rgb.withUnsafeBytes { PNGFile.bytes(of: $0, PixelSize(width: 300, height: 20)) }
    #expect(file.count < rgb.count / 50)
  }
}
