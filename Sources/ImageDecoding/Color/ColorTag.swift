import CImageRows
import Raster

/// The color information of a file, after choosing by priority.
enum ColorTag: Hashable {
  /// sRGB, stated or assumed.
  case sRGB
  case profile([UInt8], ColorChannels)
  case space(RGBSpace)

  static let adobeRGB = ColorTag.space(.adobeRGB)

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
    if let space = RGBSpace(codePoints: colors.primaries, colors.transfer) {
      self.init(space)
    } else if !profile.isEmpty {
      self =
        profile.count <= ICCProfile.maxBytes
        ? .profile(Array(profile), ColorChannels(colors.channels)) : .sRGB
    } else if colors.is_srgb {
      self = .sRGB
    } else {
      self.init(RGBSpace(gamma: colors.gamma, colors.chromaticities))
    }
  }

  private init(_ space: RGBSpace) { self = space == .sRGB ? .sRGB : .space(space) }
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
