import CLCMS

/// The colors that Little CMS itself makes, relative colorimetric with black point compensation.
struct Reference {
  /// A kind of numbers, as the library writes it: a color space, channels, and their bytes.
  private enum Kind {
    static let rgbFloats: UInt32 = 1 << 22 | 4 << 16 | 3 << 3 | 4
    static let grayFloats: UInt32 = 1 << 22 | 3 << 16 | 1 << 3 | 4
    static let inkFloats: UInt32 = 1 << 22 | 6 << 16 | 4 << 3 | 4
  }

  /// Words 0xFFRRGGBB of sRGB for rows of RGB; nil if it refuses the profile.
  static func pixels(rgb: [UInt8], _ profile: [UInt8]) -> [UInt32]? {
    convert(rgb.map { Float($0) / 255 }, channels: 3, profile, Kind.rgbFloats)
  }

  static func pixels(gray: [UInt8], _ profile: [UInt8]) -> [UInt32]? {
    convert(gray.map { Float($0) / 255 }, channels: 1, profile, Kind.grayFloats)
  }

  /// 255 is all of an ink.
  static func pixels(inks: [UInt8], _ profile: [UInt8]) -> [UInt32]? {
    convert(inks.map { Float($0) / 2.55 }, channels: 4, profile, Kind.inkFloats)
  }

  private static func convert(
    _ samples: [Float], channels: Int, _ profile: [UInt8], _ kind: UInt32
  ) -> [UInt32]? {
    let count = samples.count / channels
    var colors = [Float](repeating: 0, count: 3 * count)
    let isDone = withTransform(profile, kind) {
      cmsDoTransform($0, samples, &colors, UInt32(count))
    }
    return isDone ? pixels(colors) : nil
  }

  private static func withTransform(
    _ profile: [UInt8], _ input: UInt32, _ body: (cmsHTRANSFORM) -> Void
  ) -> Bool {
    let source = profile.withUnsafeBytes { cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count)) }
    defer { if let source { cmsCloseProfile(source) } }
    let screen = cmsCreate_sRGBProfile()
    defer { if let screen { cmsCloseProfile(screen) } }
    guard let source, let screen,
      let transform = cmsCreateTransform(
        source, input, screen, Kind.rgbFloats, UInt32(INTENT_RELATIVE_COLORIMETRIC),
        UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION))
    else { return false }
    body(transform)
    cmsDeleteTransform(transform)
    return true
  }

  private static func pixels(_ colors: [Float]) -> [UInt32] {
    stride(from: 0, to: colors.count, by: 3).map { start in
      colors[start..<start + 3].reduce(0xFF) { word, value in
        word << 8 | UInt32((min(max(value, 0), 1) * 255).rounded())
      }
    }
  }
}
