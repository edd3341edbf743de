extension Color {
  /// The contrast ratio of both colors (WCAG 2.2), from 1 to 21.
  package func contrast(to other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The relative luminance (WCAG 2.2), from 0 to 1.
  private var luminance: Double {
    let light = { (channel: UInt8) in LinearLight.light(Double(channel) / 255) }
    return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
  }

  /// The color, mixed with an extreme one until it has a contrast on all backgrounds; else the extreme one.
  ///
  /// - Parameter depth: that in which it is shown, so that the nearest color counts.
  package func readable(
    on backgrounds: [Color], contrast: Double, toward extreme: Color,
    in depth: ColorDepth = .trueColor
  ) -> Color {
    let steps: UInt32 = 17
    return (0...steps).lazy
      .map { under(($0 * (255 / steps)) << 24 | extreme.rawValue) }
      .map { depth == .indexed256 ? Palette.indexed256.nearest(to: $0) : $0 }
      .first { color in backgrounds.allSatisfy { color.contrast(to: $0) >= contrast } } ?? extreme
  }
}
