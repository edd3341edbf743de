/// The colors of a palette as points; the distance of two points is how different the colors look.
///
/// A point is red, green, and blue in encoded sRGB, and the brightness (ITU-R BT.601), to which the
/// eye is most sensitive. The mapping is linear, so errors are diffused without a shift of color.
final class PaletteSpace: Sendable {
  typealias Point = SIMD4<Float>

  let palette: Palette
  let points: [Point]
  /// The mixtures near each of 4,096 colors, in steps of 16 in each channel.
  private let mixtures: [NearMixtures]

  static let indexed256 = PaletteSpace(.indexed256)
  static let ansi16 = PaletteSpace(.ansi16)
  static let ansi8 = PaletteSpace(.ansi8)
  private static let grays256 = PaletteSpace(Palette.indexed256.grays())
  private static let grays16 = PaletteSpace(Palette.ansi16.grays())
  private static let grays8 = PaletteSpace(Palette.ansi8.grays())

  /// The space of a depth; nil for 24-bit color and for monochrome.
  ///
  /// - Parameter isGray: whether to use grays only, for gray pictures, which other colors would
  ///   tint.
  static func of(_ depth: ColorDepth, isGray: Bool = false) -> PaletteSpace? {
    switch depth {
    case .trueColor, .mono: nil
    case .indexed256: isGray ? .grays256 : .indexed256
    case .ansi16: isGray ? .grays16 : .ansi16
    case .ansi8: isGray ? .grays8 : .ansi8
    }
  }

  /// - Complexity: O(colors), 4,096 times.
  private init(_ palette: Palette) {
    let points = palette.colors.map { Self.point($0) }
    self.palette = palette
    self.points = points
    mixtures = (0..<4096).map { key in
      let center = Self.point(
        Float(key >> 8) * 16 + 8, Float(key >> 4 & 15) * 16 + 8, Float(key & 15) * 16 + 8)
      return NearMixtures(to: center, of: points)
    }
  }

  /// The weight of brightness relative to a color channel.
  static let brightnessScale: Float = 2

  @inline(__always)
  static func point(_ red: Float, _ green: Float, _ blue: Float) -> Point {
    Point(red, green, blue, brightnessScale * (0.299 * red + 0.587 * green + 0.114 * blue))
  }

  @inline(__always)
  static func point(_ color: Color) -> Point {
    point(Float(color.red), Float(color.green), Float(color.blue))
  }

  /// The index of a color near to a point.
  @inline(__always)
  func nearest(to point: Point) -> Int {
    palette.nearestIndex(to: Self.color(point))
  }

  /// The best mixture for a point, and its error.
  @inline(__always)
  func bestMixture(for point: Point) -> (mixture: Mixture, error: Float) {
    let color = Self.color(point).rawValue
    let (red, green, blue) = (color >> 12 & 0xF00, color >> 8 & 0xF0, color >> 4 & 0xF)
    return mixtures.withUnsafeBufferPointer { mixtures in
      mixtures[Int(red | green | blue)].best(for: point)
    }
  }

  /// The color at a point; channels outside the range are clamped.
  @inline(__always)
  static func color(_ point: Point) -> Color {
    // Adding 1.5 * 2^23 rounds a value into the lowest bits.
    let rounded = unsafeBitCast(point + 0x1.8p23, to: SIMD4<Int32>.self) &- 0x4B40_0000
    // Signs serve as masks, because comparisons compile to a tree of branches.
    let shifts = SIMD4<Int32>(repeating: 31)
    let positive = rounded & ~(rounded &>> shifts)
    let clamped = (positive | (255 &- positive) &>> shifts) & 255
    let channels = SIMD4<UInt32>(truncatingIfNeeded: clamped)
    return Color(rawValue: channels.x << 16 | channels.y << 8 | channels.z)
  }
}

extension SIMD4<Float> {
  @inline(__always)
  var squaredLength: Float { (self * self).sum() }

  /// Clamps each element to `-bound...bound`.
  ///
  /// It uses absolute values, because comparisons compile to a tree of branches.
  @inline(__always)
  func limited(to bound: Float) -> Self {
    ((self + bound).magnitudes - (self - bound).magnitudes) * 0.5
  }

  @inline(__always)
  private var magnitudes: Self {
    let bits = unsafeBitCast(self, to: SIMD4<UInt32>.self)
    return unsafeBitCast(bits & SIMD4<UInt32>(repeating: 0x7FFF_FFFF), to: SIMD4<Float>.self)
  }
}
