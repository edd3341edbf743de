/// Six levels of each of red, green and blue, and the ordered dithering that makes the eye see the
/// levels between.
///
/// Levels are 20 % apart, the unit in which sixel colours are given. Thresholds are Bayer's 4x4
/// matrix (B. E. Bayer, 1973): which of two levels a value becomes depends on the place alone, so
/// that a strip looks the same whether it is encoded with its neighbours or without.
enum SixelPalette {
  static let count = 216

  /// For each of 16 places the level of each of 256 values.
  static let levels: [UInt8] = {
    let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    return bayer.flatMap { rank in
      (0..<256).map { UInt8(($0 * 5 * 32 + (2 * rank + 1) * 255) / (32 * 255)) }
    }
  }()

  /// The colour nearest to a pixel at a place.
  ///
  /// - Parameter levels: `levels`, from the place's first on.
  @inline(__always)
  static func index(of pixel: UInt32, _ levels: UnsafePointer<UInt8>) -> Int {
    let red = Int(levels[Int(pixel >> 16 & 255)])
    let green = Int(levels[Int(pixel >> 8 & 255)])
    return red * 36 + green * 6 + Int(levels[Int(pixel & 255)])
  }

  /// Where in `levels` the thresholds of a place start.
  @inline(__always)
  static func place(x: Int, y: Int) -> Int { (y & 3) << 10 | (x & 3) << 8 }
}
