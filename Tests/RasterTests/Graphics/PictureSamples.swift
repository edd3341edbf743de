import Raster
import TestSupport

/// Pictures to encode.
enum PictureSamples {
  /// Two slopes of color, with noise like a photograph's.
  static func photograph(_ size: PixelSize, seed: UInt64 = 1, noise: Int = 24) -> PixelImage {
    var random = SeededRandom(seed: seed)
    var pixels: [UInt32] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let slopes = [x * 255 / size.width, y * 255 / size.height, (x + y) % 256]
        pixels.append(
          slopes.reduce(0xFF) { word, value in
            let noisy = value + Int.random(in: -noise...noise, using: &random)
            return word << 8 | UInt32(min(max(noisy, 0), 255))
          })
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// Pixels of any color and any alpha.
  static func noise(_ size: PixelSize, seed: UInt64) -> PixelImage {
    var random = SeededRandom(seed: seed)
    return PixelImage(
      size: size, pixels: (0..<size.area).map { _ in UInt32(truncatingIfNeeded: random.next()) })
  }
}
