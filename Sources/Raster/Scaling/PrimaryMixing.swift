/// A matrix that converts linear light of a color space's primaries to those of sRGB.
///
/// Colors outside sRGB become negative or more than full light. The table covers these values, because clamping would
/// take as long as the matrix.
package struct PrimaryMixing: Sendable {
  /// The size of the table's negative part: twice full light.
  private static let darkest = 2 * 65_536
  /// The sRGB values for all amounts from `-darkest` to three times full light.
  static let values =
    Array(repeating: 0, count: darkest) + LinearLight.sRGB.values
    + Array(repeating: 255, count: 2 * 65_536)

  /// The lanes are blue, green and red of sRGB.
  private let blue: SIMD4<Float>
  private let green: SIMD4<Float>
  private let red: SIMD4<Float>

  /// Creates a matrix from each primary's light in red, green and blue of sRGB.
  ///
  /// Returns nil if sums could leave the table. The primaries of ProPhoto, the widest in use, give from -1.04 to 2.04
  /// of full light.
  package init?(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
    for channel in 0..<3 {
      let parts = [red[channel], green[channel], blue[channel]]
      let sums = (parts.map { min($0, 0) }.reduce(0, +), parts.map { max($0, 0) }.reduce(0, +))
      guard sums.0 > -1.99, sums.1 < 2.99 else { return nil }
    }
    func lanes(_ light: SIMD3<Double>) -> SIMD4<Float> {
      SIMD4(Float(light.z), Float(light.y), Float(light.x), 0)
    }
    self.red = lanes(red)
    self.green = lanes(green)
    self.blue = lanes(blue)
  }

  /// The sRGB pixel for an average: light of blue, green, red times alpha, and alpha.
  ///
  /// - Parameter values: the table `values`; the initializer makes sure that every sum is inside
  ///   it.
  @inline(__always)
  func pixel(ofAverage average: SIMD4<Float>, _ values: UnsafeBufferPointer<UInt8>) -> UInt32 {
    if average.w < 0.5 { return 0 }
    // Most pixels are opaque except for rounding, and a division would take a third of the time.
    let light = average.w > 254.99 ? average : average * (255 / average.w)
    // Adding 2^23 rounds a sum into the lowest bits.
    let sums =
      blue * light.x + green * light.y + (red * light.z + (0x1p23 + Float(Self.darkest)))
    let integers = unsafeBitCast(sums, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    let alpha = min((average.w + 0x1p23).bitPattern & 0xFFFF, 255)
    return alpha << 24 | UInt32(values[Int(integers.z)]) << 16
      | UInt32(values[Int(integers.y)]) << 8 | UInt32(values[Int(integers.x)])
  }
}
