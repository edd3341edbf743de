import CImageRows
import Raster

/// The color information of a file, after choosing by priority.
enum ColorTag: Hashable {
  /// sRGB, stated or assumed.
  case sRGB
  case profile([UInt8], ColorChannels)
  /// The code points of ITU-T H.273.
  case codePoints(primaries: UInt8, transfer: UInt8)
  /// The exponent from light to values and the chromaticities, both times 100,000; 0 and nil for
  /// those of sRGB.
  case gamma(UInt32, Chromaticities?)

  /// The x and y of white, red, green and blue.
  struct Chromaticities: Hashable {
    var white: SIMD2<UInt32>
    var red: SIMD2<UInt32>
    var green: SIMD2<UInt32>
    var blue: SIMD2<UInt32>
  }

  /// The values of Adobe RGB (1998), section 4.3.
  static let adobeRGB = ColorTag.gamma(
    45_471,
    Chromaticities(
      white: [31_270, 32_900], red: [64_000, 33_000], green: [21_000, 71_000],
      blue: [15_000, 6_000]))

  /// Chooses by priority (PNG, third edition, section 4.3): code points, a profile, an sRGB mark,
  /// then gamma and chromaticities.
  ///
  /// A camera that embeds no profile marks Adobe RGB only in EXIF (CIPA DC-009).
  init(_ colors: ImageRowsColors, exif: UnsafeRawBufferPointer) {
    self.init(colors)
    let isSilent = colors.profile_count == 0 && colors.transfer == 0 && !colors.is_srgb
    if self == .sRGB, isSilent, TIFFFile(exif: exif)?.interoperability == "R03" {
      self = .adobeRGB
    }
  }

  private init(_ colors: ImageRowsColors) {
    let profile = UnsafeRawBufferPointer(start: colors.profile, count: colors.profile_count)
    if TransferCurve(codePoint: colors.transfer) != nil,
      Primaries(codePoint: colors.primaries) != nil
    {
      self = .codePoints(primaries: colors.primaries, transfer: colors.transfer)
    } else if !profile.isEmpty {
      self =
        profile.count <= ICCProfile.maxBytes
        ? .profile(Array(profile), ColorChannels(colors.channels)) : .sRGB
    } else if colors.is_srgb {
      self = .sRGB
    } else {
      let chromaticities = Chromaticities(colors.chromaticities)
      self = Self.gammaTag(colors.gamma, chromaticities)
    }
  }

  /// Many writers state 1/2.2 together with sRGB's chromaticities, but mean sRGB's curve.
  private static func gammaTag(_ gamma: UInt32, _ chromaticities: Chromaticities?) -> ColorTag {
    let other = chromaticities.flatMap { $0.isNear(.sRGB) ? nil : $0 }
    let isUsual = gamma == 0 || 45_000...46_000 ~= gamma
    return other == nil && isUsual ? .sRGB : .gamma(gamma, other)
  }
}

extension ColorTag.Chromaticities {
  fileprivate static let sRGB = ColorTag.Chromaticities(
    white: [31_270, 32_900], red: [64_000, 33_000], green: [30_000, 60_000],
    blue: [15_000, 6_000])

  fileprivate init?(
    _ fields: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    white = [fields.0, fields.1]
    red = [fields.2, fields.3]
    green = [fields.4, fields.5]
    blue = [fields.6, fields.7]
    if white == .zero { return nil }
  }

  fileprivate func isNear(_ other: Self) -> Bool {
    zip([white, red, green, blue], [other.white, other.red, other.green, other.blue])
      .allSatisfy { one, other in
        let difference =
          SIMD2<Int64>(truncatingIfNeeded: one)
          &- SIMD2<Int64>(truncatingIfNeeded: other)
        return max(abs(difference.x), abs(difference.y)) <= 1_000
      }
  }
}

/// The channels of a picture or a profile.
enum ColorChannels: Hashable {
  case gray
  case color
  case inks

  init(_ channels: ImageRowsChannels) {
    switch channels {
    case .color: self = .color
    case .gray: self = .gray
    case .inks: self = .inks
    }
  }
}
