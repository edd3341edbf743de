import Raster

/// The way from a file's colors to those of sRGB.
///
/// Curves and a matrix are applied while the picture is scaled, which needs the light of its values
/// anyway. Little CMS converts pixels once they are scaled, because they are fewer then; but inks
/// before, because only pixels are scaled.
enum ColorConversion: Sendable {
  case none
  case light(LinearLight)
  case pixels(ColorTransform)
  case inks(ColorTransform)

  /// The light of the values that are scaled.
  var light: LinearLight {
    if case .light(let light) = self { return light }
    return .sRGB
  }

  /// Prepares the conversion of a file; `none` if the file's colors are sRGB's, and if what it says
  /// of them can't be used.
  ///
  /// - Complexity: O(1) for an untagged file. Otherwise 0.15 ms, or as a `ColorTransform`.
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

  /// A profile of other channels than the file's is not meant for it, but grays are colors too.
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
    // Primaries that make no sense take nothing from the curve.
    let mixing =
      primaries == .sRGB ? nil : primaries.adaptedToD50.flatMap(ConnectionSpace.mixing)
    self.init(LinearLight(red: light, green: light, blue: light, mixing: mixing))
  }

  private init(_ light: LinearLight) {
    self = light.isNearlySRGB ? .none : .light(light)
  }

  /// A scaled picture in sRGB.
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
  /// The light of a profile of curves, and of a matrix for three channels; nil for others.
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
