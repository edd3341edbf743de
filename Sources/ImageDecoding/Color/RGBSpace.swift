/// A color space that a file defines by numbers instead of a profile.
struct RGBSpace: Hashable {
  /// The white and the primaries, as CIE 1931 coordinates x and y.
  struct Primaries: Hashable {
    var white: SIMD2<Double> = [0.3127, 0.3290]
    var red: SIMD2<Double>
    var green: SIMD2<Double>
    var blue: SIMD2<Double>

    static let sRGB = Primaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
  }

  static let sRGB = RGBSpace(primaries: .sRGB, exponent: nil)
  /// The values of Adobe RGB (1998), section 4.3.
  static let adobeRGB = RGBSpace(
    primaries: Primaries(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06]),
    exponent: 563 / 256)

  var primaries: Primaries
  /// The exponent from values to light; nil for sRGB's curve.
  var exponent: Double?
}

// MARK: - Code points

extension RGBSpace {
  /// The space of two code points of ITU-T H.273; nil for curves of video or HDR, and for primaries that pictures don't
  /// use.
  ///
  /// The curve of television cameras is treated as sRGB's, because screens display it similarly.
  init?(codePoints primaries: UInt8, _ transfer: UInt8) {
    guard let primaries = Primaries(codePoint: primaries) else { return nil }
    let exponent: Double?
    switch transfer {
    case 1, 6, 13, 14, 15: exponent = nil
    case 4: exponent = 2.2
    case 5: exponent = 2.8
    case 8: exponent = 1
    default: return nil
    }
    self.init(primaries: primaries, exponent: exponent)
  }
}

extension RGBSpace.Primaries {
  fileprivate init?(codePoint: UInt8) {
    switch codePoint {
    case 1: self = .sRGB
    case 5: self.init(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
    case 6, 7: self.init(red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])
    case 9: self.init(red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    case 11, 12:
      self.init(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
      if codePoint == 11 { white = [0.314, 0.351] }
    default: return nil
    }
  }
}

// MARK: - Gamma and chromaticities

extension RGBSpace {
  /// The space of a PNG's gamma and chromaticities, times 100,000; 0 for those of sRGB.
  ///
  /// Many writers state 1/2.2 together with sRGB's chromaticities, but mean sRGB's curve.
  init(
    gamma: UInt32,
    _ chromaticities: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    let primaries = Primaries(chromaticities)
    if primaries == .sRGB, gamma == 0 || 45_000...46_000 ~= gamma {
      self = .sRGB
    } else {
      self.init(primaries: primaries, exponent: gamma == 0 ? nil : 100_000 / Double(gamma))
    }
  }
}

extension RGBSpace.Primaries {
  /// The largest difference of a coordinate that counts as rounding.
  private static let tolerance = 0.01

  /// The stated primaries; those of sRGB if the numbers are close to them or not coordinates of colors.
  fileprivate init(
    _ fields: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    func color(_ x: UInt32, _ y: UInt32) -> SIMD2<Double> { [Double(x), Double(y)] / 100_000 }
    self.init(
      white: color(fields.0, fields.1), red: color(fields.2, fields.3),
      green: color(fields.4, fields.5), blue: color(fields.6, fields.7))
    let colors = [white, red, green, blue]
    let isValid = colors.allSatisfy { $0.y > 0 && $0.sum() <= 1 + Self.tolerance }
    let usual = [Self.sRGB.white, Self.sRGB.red, Self.sRGB.green, Self.sRGB.blue]
    let isUsual = zip(colors, usual).allSatisfy { one, other in
      let difference = one - other
      return max(difference.max(), -difference.min()) <= Self.tolerance
    }
    if isUsual || !isValid { self = .sRGB }
  }
}
