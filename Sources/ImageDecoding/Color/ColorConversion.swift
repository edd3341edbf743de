import Raster

/// The conversion from a file's colors to sRGB.
///
/// Pixels are converted after scaling, because they are fewer, but inks before, because only RGB pixels can be scaled.
enum ColorConversion: Sendable {
  case none
  case pixels(ColorTransform)
  case inks(ColorTransform)

  /// Prepares the conversion of a file; `none` if its colors are sRGB's or its information is
  /// unusable.
  ///
  /// - Complexity: O(1) for an untagged file, else that of a `ColorTransform`.
  init(_ tag: ColorTag) {
    switch tag {
    case .sRGB: self = .none
    case .space(let space): self.init(pixels: ColorTransform(space))
    case .profile(let bytes, let channels):
      self = bytes.withUnsafeBytes { bytes in
        ICCProfile(bytes).map { ColorConversion($0, of: channels) } ?? .none
      }
    }
  }

  /// Uses a profile only if its channels match the file's; grays may have an RGB profile.
  private init(_ profile: ICCProfile, of channels: ColorChannels) {
    switch (profile.channels, channels) {
    case (.color, .color), (.color, .gray), (.gray, .gray):
      self.init(pixels: ColorTransform(profile))
    case (.inks, .inks): self = ColorTransform(profile).map(ColorConversion.inks) ?? .none
    default: self = .none
    }
  }

  private init(pixels transform: ColorTransform?) {
    guard let transform, !transform.isNearlyIdentity else {
      self = .none
      return
    }
    self = .pixels(transform)
  }

  /// Converts a scaled picture to sRGB.
  func finished(_ image: PixelImage) -> PixelImage {
    guard case .pixels(let transform) = self else { return image }
    var pixels = image.pixels
    pixels.withUnsafeMutableBufferPointer { transform.convert($0) }
    var converted = PixelImage(size: image.size, pixels: pixels)
    converted.endsEarly = image.endsEarly
    return converted
  }
}
