import CImageRows
import Raster

/// What a file says of its colors, as far as it counts.
enum ColorTag: Hashable {
  /// Nothing, or that they are those of sRGB.
  case sRGB
  case profile([UInt8], ColorChannels)
  /// Numbers of ITU-T H.273.
  case codePoints(primaries: UInt8, transfer: UInt8)
  /// The exponent from light to values and the chromaticities, both times 100,000; 0 and nil where
  /// they are those of sRGB.
  case gamma(UInt32, Chromaticities?)

  /// x and y of white, red, green and blue.
  struct Chromaticities: Hashable {
    var white: SIMD2<UInt32>
    var red: SIMD2<UInt32>
    var green: SIMD2<UInt32>
    var blue: SIMD2<UInt32>
  }

  /// Adobe RGB (1998), section 4.3.
  static let adobeRGB = ColorTag.gamma(
    45_471,
    Chromaticities(
      white: [31_270, 32_900], red: [64_000, 33_000], green: [21_000, 71_000],
      blue: [15_000, 6_000]))

  /// Chooses what counts (PNG, third edition, section 4.3): code points, a profile, the word that
  /// it is sRGB, and then gamma and chromaticities.
  ///
  /// A camera that embeds no profile marks Adobe RGB in EXIF alone (CIPA DC-009).
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

  /// Many writers say 1/2.2 beside sRGB's chromaticities, and mean sRGB's own curve.
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

/// The channels of a picture, or of those that a profile describes.
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
