import Raster

/// The chromaticities of a color space's white and primaries.
struct Primaries: Equatable {
  /// The CIE 1931 coordinates x and y.
  typealias Chromaticity = SIMD2<Double>

  let white: Chromaticity
  let red: Chromaticity
  let green: Chromaticity
  let blue: Chromaticity

  static let sRGB = Primaries(
    white: daylight, red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])

  private static let daylight: Chromaticity = [0.3127, 0.3290]

  /// The primaries of a code point of ITU-T H.273; nil if pictures don't use them.
  init?(codePoint: UInt8) {
    switch codePoint {
    case 1: self = .sRGB
    case 5:
      self.init(white: Self.daylight, red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
    case 6, 7:
      self.init(
        white: Self.daylight, red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])
    case 9:
      self.init(
        white: Self.daylight, red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    case 11:
      self.init(
        white: [0.314, 0.351], red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    case 12:
      self.init(
        white: Self.daylight, red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    default: return nil
    }
  }

  init(white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The XYZ of each primary under D50, the white of profiles; nil if the primaries are degenerate.
  ///
  /// Whites are adapted by Bradford's method (ICC.1:2022, annex E).
  var adaptedToD50: Matrix3? {
    let whole = Self.xyz(white)
    let colors = Matrix3(
      first: Self.xyz(red), second: Self.xyz(green), third: Self.xyz(blue))
    guard white.y > 0, let inverse = colors.inverse, let toXYZ = Self.bradford.inverse else {
      return nil
    }
    let (cones, wanted) = (Self.bradford * whole, Self.bradford * ConnectionSpace.white)
    guard cones.min() > 0 else { return nil }
    let adaptation = toXYZ * .scaling(by: wanted / cones) * Self.bradford
    return adaptation * colors * .scaling(by: inverse * whole)
  }

  /// The XYZ for Y = 1; zero for a primary without light.
  private static func xyz(_ color: Chromaticity) -> SIMD3<Double> {
    color.y == 0 ? .zero : SIMD3(color.x, color.y, 1 - color.x - color.y) / color.y
  }

  private static let bradford = Matrix3(
    first: [0.8951, -0.7502, 0.0389], second: [0.2664, 1.7135, -0.0685],
    third: [-0.1614, 0.0367, 1.0296])
}

/// The profile connection space: CIE XYZ under D50 (ICC.1:2022, 7.2.16).
enum ConnectionSpace {
  static let white = SIMD3<Double>(0.9642, 1, 0.8249)
  /// The matrix from XYZ to linear sRGB.
  private static let toSRGB = Primaries.sRGB.adaptedToD50?.inverse
  /// The tolerance for a profile's white from D50, as in Firefox's color library.
  private static let tolerance = 0.04

  /// The conversion to sRGB from the XYZ of red, green and blue; nil if they do not add up to
  /// white.
  static func mixing(_ primaries: Matrix3) -> PrimaryMixing? {
    let difference = primaries * SIMD3(repeating: 1) - white
    guard let toSRGB, max(difference.max(), -difference.min()) <= tolerance else { return nil }
    let light = toSRGB * primaries
    return PrimaryMixing(red: light.first, green: light.second, blue: light.third)
  }
}
