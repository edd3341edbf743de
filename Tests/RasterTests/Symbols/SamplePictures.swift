import Raster
import TestSupport

/// Pictures of random pixels, some of few colors so that equal ones and ties occur.
enum SamplePictures {
  static func random(
    _ size: PixelSize, colors: Int? = nil, transparent: Bool = false,
    using random: inout SeededRandom
  ) -> PixelImage {
    let few = (0..<(colors ?? 0)).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    return PixelImage(
      size: size,
      pixels: (0..<size.area).map { _ in
        let color =
          few.isEmpty
          ? UInt32.random(in: 0...0xFF_FFFF, using: &random)
          : few[Int.random(in: 0..<few.count, using: &random)]
        return color | (transparent ? UInt32.random(in: 0...255, using: &random) << 24 : 0xFF << 24)
      })
  }
}
