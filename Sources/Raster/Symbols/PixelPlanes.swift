/// The channels of up to eight pixels, as they are encoded.
struct PixelPlanes {
  let red, green, blue: SIMD8<Float>

  /// - Parameter pixels: `0x00RRGGBB`.
  @inline(__always)
  init(_ pixels: SIMD8<UInt32>) {
    red = Self.plane(pixels &>> 16 & 255)
    green = Self.plane(pixels &>> 8 & 255)
    blue = Self.plane(pixels & 255)
  }

  /// Brightness (ITU-R BT.601).
  @inline(__always)
  var luma: SIMD8<Float> { red * 0.299 + green * 0.587 + blue * 0.114 }

  /// The bits of 2^23 + n, less 2^23: a conversion would call a generic function for each.
  @inline(__always)
  private static func plane(_ channel: SIMD8<UInt32>) -> SIMD8<Float> {
    unsafeBitCast(channel | 0x4B00_0000, to: SIMD8<Float>.self) - 0x80_0000
  }
}
