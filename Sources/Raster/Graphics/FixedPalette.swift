/// Six levels each of red, green, and blue, with ordered dithering between them.
///
/// Levels are 20 % apart, because sixel colors are given in percent. The thresholds are Bayer's 4x4
/// matrix (B. E. Bayer, 1973).
enum FixedPalette {
  static let colors: [RegisterColor] = (0..<216 as Range<UInt8>).map { color in
    let (red, green, blue) = (color / 36, color / 6 % 6, color % 6)
    return RegisterColor(red: 20 * red, green: 20 * green, blue: 20 * blue)
  }

  /// The level of each of 256 values at each of the 16 places of the matrix.
  private static let levels: [UInt8] = {
    let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    return bayer.flatMap { rank in
      (0..<256).map { UInt8(($0 * 5 * 32 + (2 * rank + 1) * 255) / (32 * 255)) }
    }
  }()

  /// Quantizes an opaque picture to these colors.
  ///
  /// - Complexity: O(pixels).
  static func indexed(_ picture: PixelImage) -> IndexedPixels {
    let width = picture.size.width
    let registers = [UInt8](unsafeUninitializedCapacity: picture.size.area) { target, count in
      levels.withUnsafeBufferPointer { levels in
        picture.pixels.withUnsafeBufferPointer { pixels in
          for y in 0..<picture.size.height {
            for x in 0..<width {
              let place = (y & 3) << 10 | (x & 3) << 8
              let pixel = pixels[y * width + x]
              let red = levels[place | Int(pixel >> 16 & 255)]
              let green = levels[place | Int(pixel >> 8 & 255)]
              target[y * width + x] = red * 36 + green * 6 + levels[place | Int(pixel & 255)]
            }
          }
        }
      }
      count = picture.size.area
    }
    return IndexedPixels(size: picture.size, registers: registers, colors: colors)
  }
}
