import Raster

/// The conversion from a file's colors to sRGB.
///
/// Curves and a matrix are applied during scaling, which needs linear light anyway. Little CMS
/// converts pixels after scaling, because they are fewer, but inks before, because only RGB pixels
/// can be scaled.
enum ColorConversion: Sendable {
  case none
  case light(LinearLight)
  case pixels(ColorTransform)
  case inks(ColorTransform)

  /// The linear light of the scaled values.
  var light: LinearLight {
    if case .light(let light) = self { return light }
    return .sRGB
  }

  /// Prepares the conversion of a file; `none` if its colors are sRGB's or its information is
  /// unusable.
  ///
  /// - Complexity: O(1) for an untagged file. Otherwise 0.15 ms, or that of a `ColorTransform`.
  init(_ tag: ColorTag) {
    switch tag {
    case .sRGB: self = .none
    case .codePoints(let primaries, let transfer):
      guard let primaries = Primaries(codePoint: primaries),
        let transfer = TransferCurve(codePoint: transfer)
      else {
        self = .none
        return
      }
      self.init(transfer, primaries)
    case .gamma(let gamma, let chromaticities):
      self.init(
        gamma == 0 ? .sRGB : .power(100_000 / Double(gamma)),
        chromaticities.map(Primaries.init) ?? .sRGB)
    case .profile(let bytes, let channels):
      self = bytes.withUnsafeBytes { bytes in
        ICCProfile(bytes).flatMap { ColorConversion($0, of: channels) } ?? .none
      }
    }
  }

  /// Uses a profile only if its channels match the file's; grays may have an RGB profile.
  private init?(_ profile: ICCProfile, of channels: ColorChannels) {
    switch (profile.channels, channels) {
    case (.color, .color), (.color, .gray):
      if let transform = ColorTransform(profile) {
        self = .pixels(transform)
      } else if let light = LinearLight(profile) {
        self.init(light)
      } else {
        return nil
      }
    case (.gray, .gray):
      guard let light = LinearLight(profile) else { return nil }
      self.init(light)
    case (.inks, .inks):
      guard let transform = ColorTransform(profile) else { return nil }
      self = .inks(transform)
    default: return nil
    }
  }

  private init(_ transfer: TransferCurve, _ primaries: Primaries) {
    let light = transfer.light
    // Invalid primaries do not invalidate the curve.
    let mixing =
      primaries == .sRGB ? nil : primaries.adaptedToD50.flatMap(ConnectionSpace.mixing)
    self.init(LinearLight(red: light, green: light, blue: light, mixing: mixing))
  }

  private init(_ light: LinearLight) {
    self = light.isNearlySRGB ? .none : .light(light)
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

extension LinearLight {
  /// The light of a profile with curves, and a matrix for three channels; nil for others.
  fileprivate init?(_ profile: ICCProfile) {
    guard profile.connectsByXYZ else { return nil }
    if profile.channels == .gray {
      guard let light = profile.light("kTRC") else { return nil }
      self.init(red: light, green: light, blue: light, mixing: nil)
    } else {
      guard let red = profile.light("rTRC"), let green = profile.light("gTRC"),
        let blue = profile.light("bTRC"),
        let mixing = profile.primaries.flatMap(ConnectionSpace.mixing)
      else { return nil }
      self.init(red: red, green: green, blue: blue, mixing: mixing)
    }
  }
}

extension ICCProfile {
  fileprivate func light(_ name: String) -> [Double]? { tag(name).flatMap(ICCCurve.init)?.light }
}

extension Primaries {
  fileprivate init(_ chromaticities: ColorTag.Chromaticities) {
    func chromaticity(_ color: SIMD2<UInt32>) -> Chromaticity {
      Chromaticity(Double(color.x), Double(color.y)) / 100_000
    }
    self.init(
      white: chromaticity(chromaticities.white), red: chromaticity(chromaticities.red),
      green: chromaticity(chromaticities.green), blue: chromaticity(chromaticities.blue))
  }
}
